/** What is recorded when a local day is closed. */
export const CLOSING_COUNTERS = ['kept', 'missed', 'skipped', 'open', 'postponed', 'taken_back', 'late'] as const;
/**
 * The counts of a report for each local day. planned = kept + missed + skipped + open; late is part of missed. Parts of
 * kept are `verified` (a check, the partner, an AI or the rubric accepted the proof) and `on_word` (accepted on the
 * owner's own word).
 */
export const DAY_COUNTERS = [...CLOSING_COUNTERS, 'verified', 'on_word'] as const;
export type DayCounter = (typeof DAY_COUNTERS)[number];

/**
 * What one event adds to the counters of one local day. The decider computes it from the state before and after, so that
 * read models only have to add. Dates are local (`YYYY-MM-DD`).
 */
export type DayCounterDelta =
  | { readonly date: string; readonly count: DayCounter; readonly by: 1 | -1 }
  /** A completion in this local hour (0–23) of this local day. */
  | { readonly date: string; readonly hour: number; readonly by: 1 | -1 }
  /** Whole minutes from the due instant to the completion, on the due date; negative if it was early. */
  | { readonly date: string; readonly delay: number; readonly by: 1 | -1 };
