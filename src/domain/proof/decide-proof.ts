import { RuleViolation } from '../kernel/decider.ts';
import type { Judges, SubmitProof, WithdrawProof } from '../task/commands.ts';
import { complete } from '../task/decide-status.ts';
import { change, type Draft } from '../task/draft.ts';
import type { TaskFields } from '../task/event-data.ts';
import {
  alreadyVerified,
  deadlinePassed,
  hasPassed,
  isRejectedForGood,
  MOST_PROOFS,
  matching,
  notArchived,
  notFound,
  tooManyProofs,
  UNDECIDED,
} from '../task/rules.ts';
import type { TaskState } from '../task/state.ts';
import { judged, onOwnWord, withdraw } from './decide-review.ts';
import type { AskedJudge } from './event-data.ts';

/**
 * Gives a proof, and completes an open task with it. The proof is decided at once if a check has examined it before, or if there is no
 * other judge.
 */
export function decideSubmit(from: Draft, command: SubmitProof, recorded: TaskState): Draft {
  const { fields, submissions } = from.state;
  const { submission_id, checked, now: at, zone } = command;
  if (submissions.some(({ id }) => id === submission_id)) return from;
  if (fields.verification_type === 'none') throw notFound();
  matching(command, recorded, from.state);
  refuse(fields, at);
  if (submissions.length >= MOST_PROOFS) throw tooManyProofs();
  const submitted = submit(fields.status === 'completed' ? from : complete(from, command), command);
  if (checked !== null) {
    const verdict = { submission_id, ...checked, judge: 'check', score: null, prompt_version: null } as const;
    return judged(submitted, verdict, { at, zone }, null);
  }
  return submitted.state.fields.review === null ? onOwnWord(submitted, submission_id, { at, zone }, null) : submitted;
}

function refuse(fields: TaskFields, now: string): void {
  notArchived(fields);
  if (fields.status === 'skipped') throw new RuleViolation('conflict', 'This task is skipped. Reopen it before you give proof.');
  if (fields.status === 'missed')
    throw deadlinePassed('The deadline has passed. Complete the task first: it then counts as late, and its proof can still be given.');
  if (fields.status !== 'completed') return;
  if (fields.verification_state === 'verified') throw alreadyVerified();
  if (fields.verification_state === 'in_review')
    throw new RuleViolation(
      'in_review',
      'A proof of this task is in review. Withdraw it before you give another one, or wait for the verdict.',
    );
  const isOver = fields.verification_state === 'expired' || isRejectedForGood(fields);
  if (isOver || hasPassed(fields.proof_due_at, now)) throw new RuleViolation('proof_late', 'The proof deadline has passed.');
}

function inOrder({ check, partner_id, ai }: Judges): readonly AskedJudge[] {
  return [
    ...(check ? [{ kind: 'check', partner_id: null } as const] : []),
    ...(partner_id === null ? [] : [{ kind: 'partner', partner_id } as const]),
    ...(ai ? [{ kind: 'ai', partner_id: null } as const] : []),
  ];
}

function submit(from: Draft, command: SubmitProof): Draft {
  const { submission_id, now: at, texts, file_ids, email_task_id, code_task_id } = command;
  const judges = command.checked === null ? inOrder(command.judges) : [];
  const [judge, ...after] = judges;
  const review = judge === undefined ? null : { submission_id, judge, since: at, reminded: false, after, why: null };
  const first_proof_at = from.state.fields.first_proof_at ?? at;
  return change(from, {
    type: 'ProofSubmitted',
    at,
    fields: { verification_state: 'in_review', first_proof_at, last_proof_at: at, ...UNDECIDED, review },
    more: { submission_id, judges, file_ids, email_task_id, code_task_id },
    ...(Object.keys(texts).length > 0 && { personal: texts }),
  });
}

export function decideWithdraw(from: Draft, command: WithdrawProof, recorded: TaskState): Draft {
  const { fields } = from.state;
  if (fields.verification_type === 'none') throw notFound();
  matching(command, recorded, from.state);
  if (fields.verification_state !== 'in_review') throw new RuleViolation('conflict', 'No proof of this task is in review.');
  return withdraw(from, command.now);
}
