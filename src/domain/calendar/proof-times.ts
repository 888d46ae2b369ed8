import { DAY, HOUR, MINUTE, plus } from './instant.ts';
import { PASSED, type TimeWindow } from './time-window.ts';

/** The fields of a task's proof that elapsed time depends on. */
export interface TimedProof {
  readonly status: string;
  readonly verification_state: string;
  readonly proof_due_at: string | null;
  readonly completed_at: string | null;
  /** When it was decided about the proof for good. */
  readonly decided_at: string | null;
  readonly review: { readonly judge: { readonly kind: string }; readonly since: string; readonly reminded: boolean } | null;
  readonly appeal: { readonly state: string; readonly at: string } | null;
  /** Until when the alert about an accepted proof stays open; null: none is open. */
  readonly accepted_until: string | null;
}

/** How long a partner has for a proof, in all, and when they are reminded of it. */
const PARTNER_REVIEWS = 72 * HOUR;
const PARTNER_REMINDED = 24 * HOUR;
/** How long a check or an AI has before the next judge decides. They answer within minutes, unless something is broken. */
const OTHERS_REVIEW = 24 * HOUR;
/** How long after a miss an appeal can be made, and how long its answer may take. */
export const APPEAL_WITHIN = 7 * DAY;
/** How long the alert about an accepted proof stays open. */
export const ACCEPTED_SHOWN = 7 * DAY;

/** The last instants at which a partner can judge a proof that they have had since an instant, and answer an appeal of an instant. */
export const judgedBy = (since: string): string => plus(since, PARTNER_REVIEWS);
export const answeredBy = (made: string): string => plus(made, APPEAL_WITHIN);

/** A proof can still be given: none was, or the last one was rejected and there is time left. */
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

/** Every step that elapsed time will take with the proof of a task as it stands. */
export function proofWindows(task: TimedProof): readonly TimeWindow[] {
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
