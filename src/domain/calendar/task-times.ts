import { DAY, HOUR, MINUTE, plus } from './dates.ts';

export type TimeStep =
  | 'due_24h'
  | 'due_2h'
  | 'missed'
  | 'proof_30m'
  | 'proof_expired'
  | 'proof_final'
  | 'review_reminder'
  | 'review_over'
  | 'appeal_over'
  | 'accepted_over'
  | 'archived';

export interface TimeWindow {
  readonly step: TimeStep;
  readonly from: string;
  /** The first instant at which the step no longer applies; null: it applies until it is done. */
  readonly until: string | null;
  /** The deadline or instant that the step refers to. */
  readonly about: string;
}

/** A deadline has passed one millisecond after its last instant. */
const PASSED = 1;

export interface TimedProof {
  readonly status: string;
  readonly verification_state: string;
  readonly proof_due_at: string | null;
  readonly completed_at: string | null;
  readonly decided_at: string | null;
  readonly review: { readonly judge: { readonly kind: string }; readonly since: string; readonly reminded: boolean } | null;
  readonly appeal: { readonly state: string; readonly at: string } | null;
  /** When the alert about an accepted proof closes; null: no such alert is open. */
  readonly accepted_until: string | null;
}

/** A partner has 72 hours for a proof and gets a reminder after 24. */
const PARTNER_REVIEWS = 72 * HOUR;
const PARTNER_REMINDED = 24 * HOUR;
/** A check or an AI answers within minutes unless something is broken. After this time the next judge decides. */
const OTHERS_REVIEW = 24 * HOUR;
export const APPEAL_WITHIN = 7 * DAY;
export const ACCEPTED_SHOWN = 7 * DAY;

/** The last instant at which a partner can judge a proof that they received at `since`, or answer an appeal made at `made`. */
export const judgedBy = (since: string): string => plus(since, PARTNER_REVIEWS);
export const answeredBy = (made: string): string => plus(made, APPEAL_WITHIN);

/** The owner can still give a proof: there is none yet, or the last one was rejected before the deadline. */
const awaitsProof = ({ status, verification_state: state, decided_at }: TimedProof): boolean =>
  status === 'completed' && (state === 'awaiting_proof' || (state === 'rejected' && decided_at === null));

function deadlineWindows(task: TimedProof, due: string): readonly TimeWindow[] {
  const [last, passed] = [plus(due, -30 * MINUTE), plus(due, PASSED)];
  return [
    ...(last > (task.completed_at ?? '') ? [{ step: 'proof_30m', from: last, until: passed, about: due } as const] : []),
    { step: task.verification_state === 'rejected' ? 'proof_final' : 'proof_expired', from: passed, until: null, about: due },
  ];
}

function reviewWindows({ judge, since, reminded }: NonNullable<TimedProof['review']>): readonly TimeWindow[] {
  const byPartner = judge.kind === 'partner';
  const remind = plus(since, PARTNER_REMINDED);
  const last = plus(since, byPartner ? PARTNER_REVIEWS : OTHERS_REVIEW);
  return [
    ...(byPartner && !reminded ? [{ step: 'review_reminder', from: remind, until: null, about: remind } as const] : []),
    { step: 'review_over', from: plus(last, PASSED), until: null, about: last },
  ];
}

/** Every step that elapsed time will take with the proof of a task if nothing else happens. */
function proofWindows(task: TimedProof): readonly TimeWindow[] {
  const { proof_due_at, review, appeal, accepted_until } = task;
  const windows: TimeWindow[] = [];
  if (awaitsProof(task) && proof_due_at !== null) windows.push(...deadlineWindows(task, proof_due_at));
  if (task.verification_state === 'in_review' && review !== null) windows.push(...reviewWindows(review));
  if (appeal?.state === 'waiting') {
    const last = plus(appeal.at, APPEAL_WITHIN);
    windows.push({ step: 'appeal_over', from: plus(last, PASSED), until: null, about: last });
  }
  if (accepted_until !== null) windows.push({ step: 'accepted_over', from: accepted_until, until: null, about: accepted_until });
  return windows;
}

export interface TimedTask extends TimedProof {
  readonly due_at: string | null;
  readonly due_set_at: string | null;
  readonly closed_at: string | null;
  readonly archived: boolean;
  readonly deleted: boolean;
}

export const ARCHIVE_AFTER = 30 * DAY;

export const isOpen = (status: string): boolean => status === 'pending' || status === 'in_progress';

function dueWindows(due: string, setAt: string): readonly TimeWindow[] {
  const [day, hours, passed] = [plus(due, -24 * HOUR), plus(due, -2 * HOUR), plus(due, PASSED)];
  return [
    // A window that began before the owner chose the due instant raises no alert.
    ...(day > setAt ? [{ step: 'due_24h', from: day, until: hours, about: due } as const] : []),
    ...(hours > setAt ? [{ step: 'due_2h', from: hours, until: passed, about: due } as const] : []),
    { step: 'missed', from: passed, until: null, about: due },
  ];
}

/** Every step that elapsed time will take with the task if nothing else happens. The order is that of the kinds, not of time. */
export function timeWindows(task: TimedTask): readonly TimeWindow[] {
  if (task.deleted) return [];
  const windows: TimeWindow[] = [];
  if (isOpen(task.status) && task.due_at !== null) windows.push(...dueWindows(task.due_at, task.due_set_at ?? ''));
  windows.push(...proofWindows(task));
  if (!isOpen(task.status) && !task.archived && task.closed_at !== null)
    windows.push({ step: 'archived', from: plus(task.closed_at, ARCHIVE_AFTER), until: null, about: task.closed_at });
  return windows;
}

/**
 * The next instant at which elapsed time changes the task, or null. `after` is the instant (`metadata.at`) of the newest event in its
 * stream: alerts up to it have been raised.
 */
export function nextInstant(task: TimedTask, after: string): string | null {
  const instants = timeWindows(task)
    .filter((window) => window.until === null || window.from > after)
    .map((window) => window.from);
  return instants.reduce<string | null>((least, instant) => (least === null || instant < least ? instant : least), null);
}
