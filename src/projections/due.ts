import type { Views } from './kernel/views.ts';

/** What is to be done at an instant. At the same instant tasks come before closings, closings before deliveries. */
export type DueWork =
  | { readonly kind: 'task'; readonly next_at: string; readonly owner: string; readonly id: string }
  /** `date`: the local day to close, which ended at `next_at` in `zone`. */
  | { readonly kind: 'close'; readonly next_at: string; readonly owner: string; readonly date: string; readonly zone: string }
  | { readonly kind: 'deliver'; readonly next_at: string; readonly owner: string | null; readonly id: string };

export type DueQueries = {
  /** What is due at or before the instant, in the order in which it is to be done. */
  dueBefore(views: Views, instant: string, limit: number): Promise<readonly DueWork[]>;
  /** The next instant at which something is due, or null. */
  nextDue(views: Views): Promise<string | null>;
};
