import { review, reviewed } from '../../support/proof-events.ts';
import { completedAt, counts } from '../../support/task-events.ts';
import { at, BY_PARTNER } from '../../support/task-story.ts';

export const START = '2026-11-20T09:00:00Z';
/** Due at the end of 20 November in Berlin; the proof deadline is a day later. */
export const DATE = '2026-11-20';
export const NOON = '2026-11-20T12:00:00Z';
export const EXACT_NOON = '2026-11-20T12:00:00.000Z';
export const PROOF_DUE = '2026-11-21T22:59:59.999Z';
export const promised = at(START).promise({ due_date: DATE, verification_type: 'general' });
export const completed = [promised, at(NOON).complete()] as const;
export const inReview = [...completed, at('2026-11-20T13:00:00Z').prove({ judges: BY_PARTNER })] as const;
/** The completion at noon with which the proof is given at once. */
export const completedAtNoon = completedAt(
  EXACT_NOON,
  { date: DATE, hour: 13 },
  { proof_due_at: [null, PROOF_DUE] },
  { tally: counts(DATE, { 'hour 13': 1, 'delay -660': 1 }) },
);
export const ON_WORD = counts(DATE, { open: -1, kept: 1, on_word: 1 });
export const VERIFIED = counts(DATE, { open: -1, kept: 1, verified: 1 });
/** When the proof of `inReview` was given. */
export const GIVEN = '2026-11-20T13:00:00.000Z';
/** What changes when the partner accepts. */
export const acceptedBy = (at: string, before = review(GIVEN)) =>
  reviewed(
    at,
    {
      verification_state: ['in_review', 'verified'],
      decided_at: [null, at],
      decided_by: [null, 'partner'],
      review: [before, null],
    },
    { tally: VERIFIED },
  );
