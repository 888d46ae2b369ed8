import { type AnyDueSource, countDue, dueBefore } from '../../projections/engine/due-work.ts';
import type { Views } from '../../projections/engine/views.ts';

export interface DueNow {
  readonly waiting: readonly { readonly kind: string; readonly count: number }[];
  /** For how long the oldest piece has been due; 0: nothing is. */
  readonly oldestSeconds: number;
}

/** What is due and not done, up to 1,000 a kind. */
export async function dueNow(views: Views, sources: readonly AnyDueSource[], now: string): Promise<DueNow> {
  const waiting = await countDue(views, sources, now);
  const [first] = await dueBefore(views, sources, now, 1);
  return { waiting, oldestSeconds: first ? (Date.parse(now) - Date.parse(first.next_at)) / 1_000 : 0 };
}
