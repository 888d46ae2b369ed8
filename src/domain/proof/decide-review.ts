import { later, plus } from '../calendar/dates.ts';
import { APPEAL_WITHIN } from '../calendar/task-times.ts';
import { RuleViolation } from '../kernel/decider.ts';
import { derivedId } from '../kernel/derived-ids.ts';
import { type Actor, SYSTEM } from '../kernel/event.ts';
import type { AnswerAppeal, MakeAppeal, PassReviewOn, ReviewProof } from '../task/commands.ts';
import { change, type Draft, raise, type SetBy } from '../task/draft.ts';
import type { TaskFields } from '../task/event-data.ts';
import { alreadyVerified, deadlinePassed, hasPassed, isJudged, matching, notFound, outcomeOf, UNDECIDED } from '../task/rules.ts';
import { exists, type TaskState } from '../task/state.ts';
import type { Appeal, AskedJudge, PassingReason, Review } from './event-data.ts';

type Verdict = Pick<
  ReviewProof,
  'submission_id' | 'review_id' | 'judge' | 'judge_id' | 'verdict' | 'score' | 'prompt_version' | 'texts' | 'seen'
>;

interface When {
  readonly at: string;
  readonly zone: string;
}

/** The rubric and a check are parts of the program, so the system is the actor. */
function actorOf({ judge, judge_id }: Pick<Verdict, 'judge' | 'judge_id'>): Actor {
  if (judge === 'partner' || judge === 'ai') return { kind: judge, id: judge_id };
  return judge === 'self' ? { kind: 'user', id: judge_id } : SYSTEM;
}

/**
 * Applies a judge's review. The judge whose turn it is accepts or rejects; an AI, the rubric or a check that is asked in addition only
 * comments. If a judge cannot decide, the next one does.
 */
export function decideReview(from: Draft, command: ReviewProof): Draft {
  const { state } = from;
  const submission = state.submissions.find(({ id }) => id === command.submission_id);
  if (!exists(state) || submission === undefined) throw notFound();
  if (command.judge === 'partner' && !submission.partners.includes(command.judge_id ?? '')) throw notFound();
  if (submission.reviews.includes(command.review_id)) return from;
  const { review } = state.fields;
  if (submission.state !== 'in_review' || review === null) throw decidedMeanwhile(state.fields);
  const when = { at: command.now, zone: command.zone };
  if (!isTurnOf(review.judge, command)) {
    if (command.judge === 'partner') throw new RuleViolation('conflict', 'Somebody else decides about this proof by now.');
    return recorded(from, { ...command, verdict: 'comment' }, when, {});
  }
  if (command.verdict !== 'comment') return judged(from, command, when, review.why);
  const commented = recorded(from, command, when, {});
  return command.judge === 'partner' ? commented : passOn(commented, { ...when, why: 'open' });
}

function decidedMeanwhile(fields: TaskFields): RuleViolation {
  if (isJudged(fields)) return alreadyVerified();
  return new RuleViolation('conflict', 'This proof was decided or withdrawn meanwhile.');
}

const isTurnOf = ({ kind, partner_id }: AskedJudge, { judge, judge_id }: Pick<Verdict, 'judge' | 'judge_id'>): boolean =>
  kind === 'partner' ? judge === 'partner' && judge_id === partner_id : kind === (judge === 'rubric' ? 'ai' : judge);

/** A verdict that decides. A rejection after the proof deadline is final. */
export function judged(from: Draft, verdict: Verdict, when: When, why: PassingReason | null): Draft {
  const { at, zone } = when;
  const { fields } = from.state;
  const decided = { review: null, decided_by: verdict.judge } as const;
  if (verdict.verdict === 'accepted') {
    const accepted = recorded(from, verdict, when, { ...decided, verification_state: 'verified', decided_at: at }, why);
    // Owners who have just given their own word need no alert about it.
    return verdict.judge === 'self' && why === null ? accepted : raise(accepted, 'proof_accepted', at, at, zone);
  }
  const isFinal = hasPassed(fields.proof_due_at, at);
  const rejected = recorded(from, verdict, when, { ...decided, verification_state: 'rejected', decided_at: isFinal ? at : null }, why);
  // A final rejection raises the alert of a miss.
  return isFinal ? rejected : raise(rejected, 'proof_rejected', fields.proof_due_at ?? at, at, zone);
}

const OUTCOMES = { accepted: 'accepted', rejected: 'rejected', comment: 'commented' } as const;

function recorded(from: Draft, verdict: Verdict, { at }: When, fields: SetBy<'ProofReviewed'>, why: PassingReason | null = null): Draft {
  const { submission_id, review_id, judge, judge_id, score, prompt_version, texts, seen = null } = verdict;
  const outcome = OUTCOMES[verdict.verdict];
  const bySystem = judge === 'self' && why !== null;
  return change(from, {
    type: 'ProofReviewed',
    at,
    fields,
    by: bySystem ? SYSTEM : actorOf(verdict),
    more: { submission_id, review_id, judge, judge_id: judge === 'self' ? null : judge_id, outcome, score, prompt_version, why, seen },
    ...(Object.keys(texts).length > 0 && { personal: texts }),
  });
}

const SILENT: Readonly<Record<AskedJudge['kind'], PassingReason>> = {
  partner: 'partner_silent',
  check: 'check_silent',
  ai: 'ai_silent',
};
const OPEN: Readonly<Record<AskedJudge['kind'], PassingReason>> = { partner: 'partner_silent', check: 'check_open', ai: 'ai_open' };

function reasonFor(why: 'silent' | 'open' | 'gone', { kind }: AskedJudge): PassingReason {
  if (why === 'gone') return 'partner_gone';
  return why === 'silent' ? SILENT[kind] : OPEN[kind];
}

interface Passing extends When {
  readonly why: 'silent' | 'open' | 'gone';
  /** The judges who follow, if they are no longer those from when the proof was given. */
  readonly after?: readonly AskedJudge[];
}

/** Gives the decision to the next judge. After the last of them the owner's own word counts at once. */
export function passOn(from: Draft, { at, zone, why, after }: Passing): Draft {
  const { review } = from.state.fields;
  if (review === null) return from;
  const { submission_id, judge } = review;
  const [next, ...rest] = after ?? review.after;
  const reason = reasonFor(why, judge);
  const turn: Review | null =
    next === undefined ? null : { submission_id, judge: next, since: at, reminded: false, after: rest, why: reason };
  const passed = change(from, {
    type: 'ReviewPassedOn',
    at,
    system: true,
    fields: { review: turn },
    more: { submission_id, from: judge.kind, to: next?.kind ?? 'self', why: reason },
  });
  return turn === null ? onOwnWord(passed, submission_id, { at, zone }, reason) : passed;
}

export function onOwnWord(from: Draft, submission_id: string, when: When, why: PassingReason | null): Draft {
  const review_id = derivedId('own_word', submission_id);
  const word = { submission_id, review_id, judge: 'self', judge_id: from.state.owner, verdict: 'accepted' } as const;
  return judged(from, { ...word, score: null, prompt_version: null, texts: {} }, when, why);
}

/** Reminds the partner, who has had the proof for a day. */
export function remindOf(from: Draft, at: string): Draft {
  const { review } = from.state.fields;
  if (review === null || review.judge.partner_id === null) return from;
  return change(from, {
    type: 'ReviewReminderDue',
    at,
    system: true,
    fields: { review: { ...review, reminded: true } },
    more: { submission_id: review.submission_id, partner_id: review.judge.partner_id },
  });
}

/**
 * Takes the proof from a partner who left. If the task named that partner, the program asks the one who judges in their place. Otherwise it
 * does not ask a partner who came later.
 */
export function decidePassOn(from: Draft, { now, zone, partner_id, ai }: PassReviewOn): Draft {
  const { review, partner_id: named } = from.state.fields;
  if (!exists(from.state) || review === null) return from;
  if (review.judge.kind !== 'partner' || review.judge.partner_id === partner_id) return from;
  // The order is computed again, because the owner may have switched the AI on or off since.
  const after: readonly AskedJudge[] = [
    ...(named === null || partner_id === null ? [] : [{ kind: 'partner', partner_id } as const]),
    ...(ai ? [{ kind: 'ai', partner_id: null } as const] : []),
  ];
  return passOn(from, { at: now, zone, why: 'gone', after });
}

/** The owner appeals to the accepted partner against a miss, an expiry or a final rejection: once for each task, and within seven days. */
export function decideAppeal(from: Draft, command: MakeAppeal, recorded: TaskState): Draft {
  const { fields } = from.state;
  const { now, partner_id, file_ids, text } = command;
  matching(command, recorded, from.state);
  if (outcomeOf(fields) !== 'missed')
    throw new RuleViolation('conflict', 'This task does not count as missed, so there is nothing to appeal against.');
  if (fields.appeal !== null)
    throw new RuleViolation('conflict', 'You have made an appeal about this task before. There is one for each task.');
  const missed = later(fields.missed_at ?? '', fields.decided_at ?? '');
  if (hasPassed(plus(missed, APPEAL_WITHIN), now))
    throw deadlinePassed('An appeal can be made within seven days of the miss, and they have passed.');
  if (partner_id === null)
    throw new RuleViolation('not_accepted', 'An appeal goes to your partner, and nobody has accepted to be your partner yet.');
  return change(from, {
    type: 'AppealMade',
    at: now,
    fields: { appeal: { partner_id, at: now, state: 'waiting', decided_at: null } },
    more: { partner_id, file_ids },
    personal: { text },
  });
}

/** The partner answers. If they accept the appeal, the record is corrected. */
export function decideAnswer(from: Draft, command: AnswerAppeal): Draft {
  const { fields } = from.state;
  const { now, partner_id, outcome, comment } = command;
  const { appeal } = fields;
  if (!exists(from.state) || appeal === null || appeal.partner_id !== partner_id) throw notFound();
  if (appeal.state !== 'waiting') throw new RuleViolation('conflict', 'This appeal was decided meanwhile.');
  if (outcomeOf(fields) !== 'missed') throw new RuleViolation('conflict', 'This task does not count as missed any more.');
  const by: Actor = { kind: 'partner', id: partner_id };
  const answered = change(from, {
    type: 'AppealAnswered',
    at: now,
    by,
    fields: { appeal: { ...appeal, state: outcome, decided_at: now } },
    more: { partner_id, outcome },
    ...(comment !== '' && { personal: { comment } }),
  });
  return outcome === 'accepted' ? change(answered, { type: 'RecordCorrected', at: now, by, fields: { corrected: true } }) : answered;
}

export function closeUnanswered(from: Draft, at: string): Draft {
  const { appeal } = from.state.fields;
  if (appeal === null) return from;
  const closed: Appeal = { ...appeal, state: 'rejected', decided_at: at };
  return change(from, { type: 'AppealUnanswered', at, system: true, fields: { appeal: closed } });
}

/** Takes back the last proof. If the proof deadline has passed by now, elapsed time marks it as expired in the same append. */
export const withdraw = (from: Draft, at: string): Draft =>
  change(from, {
    type: 'ProofWithdrawn',
    at,
    fields: { verification_state: 'awaiting_proof', ...UNDECIDED },
    more: { submission_id: from.state.submissions.at(-1)?.id ?? '' },
  });

/**
 * Used before a completion is taken back. A proof in review is withdrawn with it. An undo restores what was accepted on the owner's own
 * word.
 */
export const withoutProof = (from: Draft, at: string): Draft =>
  from.state.fields.verification_state === 'in_review' ? withdraw(from, at) : from;
