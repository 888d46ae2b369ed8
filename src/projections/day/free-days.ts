import { NothingDueSaid } from '../../domain/reminders/events.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

/** By owner: the newest local dates for which the owner said 'Nothing due today', in order. */
export type FreeDaysDoc = { readonly owner: string; readonly dates: readonly string[] };

/** How many dates the document has. The declaration is possible for today and the next 14 days; older ones are in the log. */
const KEPT = 31;

export const freeDays: Projection<FreeDaysDoc> = {
  name: 'free-days',
  version: 1,
  indexes: [],
  ids: ({ metadata: { owner } }) => (owner === null ? [] : [owner]),
  on: folds(
    on(NothingDueSaid, (doc, { data: { date } }, owner) => ({
      owner,
      dates: [...new Set([...(doc?.dates ?? []), date])].sort().slice(-KEPT),
    })),
  ),
};

/** Whether the owner said 'Nothing due today' for a local date. */
export async function isFree(views: Views, owner: string, date: string): Promise<boolean> {
  const found = await views.documents.get<FreeDaysDoc>(views.current(freeDays.name), owner);
  return found?.doc.dates.includes(date) ?? false;
}
