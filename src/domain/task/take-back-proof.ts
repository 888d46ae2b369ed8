import { change, type Draft } from './draft.ts';
import { UNDECIDED } from './rules.ts';

/** Takes back the last proof. If its deadline has passed by now, elapsed time makes it expired in the same append. */
export const withdraw = (from: Draft, at: string): Draft =>
  change(from, {
    type: 'ProofWithdrawn',
    at,
    fields: { verification_state: 'awaiting_proof', ...UNDECIDED },
    more: { submission_id: from.state.submissions.at(-1)?.id ?? '' },
  });

/** Before a completion is taken back: what is in review is withdrawn with it. What was accepted on the owner's own word comes back with an undo. */
export const withoutProof = (from: Draft, at: string): Draft =>
  from.state.fields.verification_state === 'in_review' ? withdraw(from, at) : from;
