import type { Counted } from '../domain/kernel/tally.ts';

/** What was counted on one local day; what is zero is left out. */
export type DayRollup = {
  readonly counts: Partial<Readonly<Record<Counted, number>>>;
  /** Completions by local hour (`"0"` to `"23"`). */
  readonly hours: Readonly<Record<string, number>>;
  /** How often each delay (whole minutes, done minus due) occurred. */
  readonly delays: Readonly<Record<string, number>>;
  readonly closed: boolean;
  /** As it was when the day closed. */
  readonly frozen: boolean;
};

/** By `{owner}.{YYYY-MM}`: a local month, its days by `DD`. */
export type MonthDoc = {
  readonly owner: string;
  readonly month: string;
  readonly days: Readonly<Record<string, DayRollup>>;
};

export type DayCounts = Readonly<Record<Counted, number>> & { readonly planned: number };

/** A day as reports and streaks read it; `date` is local. */
export interface Day {
  readonly date: string;
  /** All eight, zeros included. */
  readonly counts: DayCounts;
  readonly hours: Readonly<Record<string, number>>;
  readonly delays: Readonly<Record<string, number>>;
  readonly closed: boolean;
  readonly frozen: boolean;
}
