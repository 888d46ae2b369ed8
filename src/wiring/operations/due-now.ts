import { type AnyDueSource, countDue, dueBefore } from '../../projections/engine/due-work.ts';
import type { Views } from '../../projections/engine/views.ts';

export interface DueNow {
  readonly waiting: readonly { readonly kind: string; readonly count: number }[];
  /** How long the oldest piece of work has been due, in seconds; 0 if nothing is due. */
  readonly oldestSeconds: number;
}

/** Work that is due and not done, up to 1,000 for each kind. */
export async function dueNow(views: Views, sources: readonly AnyDueSource[], now: string): Promise<DueNow> {
  const waiting = await countDue(views, sources, now);
  const [first] = await dueBefore(views, sources, now, 1);
  return { waiting, oldestSeconds: first ? (Date.parse(now) - Date.parse(first.next_at)) / 1_000 : 0 };
}
