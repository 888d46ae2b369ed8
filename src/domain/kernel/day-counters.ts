/** What the closing of a local day records. */
export const CLOSING_COUNTERS = ['kept', 'missed', 'skipped', 'open', 'postponed', 'taken_back', 'late'] as const;
/**
 * What a report counts, per local day. planned = kept + missed + skipped + open; late is part of missed. Part of kept are
 * `verified` (a check, the partner, an AI or the rubric accepted the proof) and `on_word` (accepted on the owner's own word).
 */
export const DAY_COUNTERS = [...CLOSING_COUNTERS, 'verified', 'on_word'] as const;
export type DayCounter = (typeof DAY_COUNTERS)[number];

/**
 * What one event changes in the roll-up of one local day. The decider works it out from the state before
 * and after, so that roll-ups are plain sums. Dates are local (`YYYY-MM-DD`).
 */
export type DayCounterDelta =
  | { readonly date: string; readonly count: DayCounter; readonly by: 1 | -1 }
  /** A completion in this local hour (0–23) of this local day. */
  | { readonly date: string; readonly hour: number; readonly by: 1 | -1 }
  /** Done minus due in whole minutes, on the due date. */
  | { readonly date: string; readonly delay: number; readonly by: 1 | -1 };
