import { change, type Draft } from '../task/draft.ts';
import { UNDECIDED } from '../task/rules.ts';

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
