import { type ClosingDoc, closings } from './closings.ts';
import { type DeliveryDoc, deliveries } from './deliveries.ts';
import type { Stored } from './kernel/documents.ts';
import type { Views } from './kernel/views.ts';
import { type TaskDoc, tasks } from './tasks.ts';

/** What is to be done at an instant. At the same instant tasks come before closings, closings before deliveries. */
export type DueWork =
  | { readonly kind: 'task'; readonly next_at: string; readonly owner: string; readonly id: string }
  /** `date`: the local day to close, which ended at `next_at` in `zone`. */
  | { readonly kind: 'close'; readonly next_at: string; readonly owner: string; readonly date: string; readonly zone: string }
  | { readonly kind: 'deliver'; readonly next_at: string; readonly owner: string | null; readonly id: string };

const asTask = ({ id, doc }: Stored<TaskDoc>): DueWork => ({ kind: 'task', next_at: doc.next_key as string, owner: doc.owner, id });
const asClosing = ({ doc }: Stored<ClosingDoc>): DueWork => ({
  kind: 'close',
  next_at: doc.next_key as string,
  owner: doc.owner,
  date: doc.date as string,
  zone: doc.zone,
});
const asDelivery = ({ id, doc }: Stored<DeliveryDoc>): DueWork => ({
  kind: 'deliver',
  next_at: doc.next_key as string,
  owner: doc.owner,
  id,
});

/** Each read model keeps its own due work under a sparse index; together they are one queue. */
async function queue(views: Views, limit: number, to?: string): Promise<readonly DueWork[]> {
  const query = { index: 'next', equals: [], order: 'asc', limit, ...(to !== undefined && { to }) } as const;
  const [task, closing, delivery] = await Promise.all([
    views.documents.find<TaskDoc>(views.current(tasks.name), query),
    views.documents.find<ClosingDoc>(views.current(closings.name), query),
    views.documents.find<DeliveryDoc>(views.current(deliveries.name), query),
  ]);
  const all = [...task.items.map(asTask), ...closing.items.map(asClosing), ...delivery.items.map(asDelivery)];
  // a stable sort keeps the order of kinds at the same instant
  return all.sort((a, b) => (a.next_at < b.next_at ? -1 : a.next_at > b.next_at ? 1 : 0)).slice(0, limit);
}

/** What is due at or before the instant, in the order in which it is to be done. */
export const dueBefore = (views: Views, instant: string, limit: number): Promise<readonly DueWork[]> => queue(views, limit, instant);

/** The next instant at which something is due, or null. */
export async function nextDue(views: Views): Promise<string | null> {
  const [first] = await queue(views, 1);
  return first?.next_at ?? null;
}
