import { type LeavingDoc, leaving } from './account/leaving.ts';
import { type ClosingDoc, closings } from './day/closings.ts';
import { type DeliveryDoc, deliveries } from './delivery/deliveries.ts';
import type { Stored } from './engine/documents.ts';
import type { Views } from './engine/views.ts';
import { type ExportDoc, exports } from './export/exports.ts';
import { type NoticeDoc, notices } from './partner/notices.ts';
import { type RhythmDoc, rhythm } from './reminders/reminders.ts';
import { type RoutinePlansDoc, routinePlans } from './routine/routine-plans.ts';
import { type TaskDoc, tasks } from './task/tasks.ts';

/** What is to be done at an instant. At the same instant deletions come first, then routines, then tasks, closings, what comes round, deliveries. */
export type DueWork =
  /** An account that is being deleted. */
  | { readonly kind: 'leave'; readonly next_at: string; readonly owner: string; readonly id: string }
  /** What is to be done about an owner's routines; `id` is the owner. */
  | { readonly kind: 'routine'; readonly next_at: string; readonly owner: string; readonly id: string }
  | { readonly kind: 'task'; readonly next_at: string; readonly owner: string; readonly id: string }
  /** `date`: the local day to close, which ended at `next_at` in `zone`. */
  | { readonly kind: 'close'; readonly next_at: string; readonly owner: string; readonly date: string; readonly zone: string }
  /** Reminders, escalations and weekly mails; `id` is the owner. */
  | { readonly kind: 'rhythm'; readonly next_at: string; readonly owner: string; readonly id: string }
  /** What the partner is to be told; `id` is the owner. */
  | { readonly kind: 'notice'; readonly next_at: string; readonly owner: string; readonly id: string }
  /** A bundle to make, or to throw away; `id` is the owner. */
  | { readonly kind: 'export'; readonly next_at: string; readonly owner: string; readonly id: string }
  | { readonly kind: 'deliver'; readonly next_at: string; readonly owner: string | null; readonly id: string };

const asLeaving = ({ id, doc }: Stored<LeavingDoc>): DueWork => ({ kind: 'leave', next_at: doc.next_key, owner: doc.user_id, id });
const asExport = ({ id, doc }: Stored<ExportDoc>): DueWork => ({ kind: 'export', next_at: doc.next_key as string, owner: doc.owner, id });
const asRoutine = ({ id, doc }: Stored<RoutinePlansDoc>): DueWork => ({ kind: 'routine', next_at: doc.next_key as string, owner: id, id });
const asRhythm = ({ id, doc }: Stored<RhythmDoc>): DueWork => ({ kind: 'rhythm', next_at: doc.next_key as string, owner: id, id });
const asTask = ({ id, doc }: Stored<TaskDoc>): DueWork => ({ kind: 'task', next_at: doc.next_key as string, owner: doc.owner, id });
const asClosing = ({ doc }: Stored<ClosingDoc>): DueWork => ({
  kind: 'close',
  next_at: doc.next_key as string,
  owner: doc.owner,
  date: doc.date as string,
  zone: doc.zone,
});
const asNotice = ({ id, doc }: Stored<NoticeDoc>): DueWork => ({ kind: 'notice', next_at: doc.next_key as string, owner: doc.owner, id });
const asDelivery = ({ id, doc }: Stored<DeliveryDoc>): DueWork => ({
  kind: 'deliver',
  next_at: doc.next_key as string,
  owner: doc.owner,
  id,
});

/** Each read model keeps its own due work under a sparse index; together they are one queue. */
async function queue(views: Views, limit: number, to?: string): Promise<readonly DueWork[]> {
  const query = { index: 'next', equals: [], order: 'asc', limit, ...(to !== undefined && { to }) } as const;
  const [leave, routine, task, closing, round, notice, bundle, delivery] = await Promise.all([
    views.documents.find<LeavingDoc>(views.current(leaving.name), query),
    views.documents.find<RoutinePlansDoc>(views.current(routinePlans.name), query),
    views.documents.find<TaskDoc>(views.current(tasks.name), query),
    views.documents.find<ClosingDoc>(views.current(closings.name), query),
    views.documents.find<RhythmDoc>(views.current(rhythm.name), query),
    views.documents.find<NoticeDoc>(views.current(notices.name), query),
    views.documents.find<ExportDoc>(views.current(exports.name), query),
    views.documents.find<DeliveryDoc>(views.current(deliveries.name), query),
  ]);
  const all = [
    ...leave.items.map(asLeaving),
    ...routine.items.map(asRoutine),
    ...task.items.map(asTask),
    ...closing.items.map(asClosing),
    ...round.items.map(asRhythm),
    ...notice.items.map(asNotice),
    ...bundle.items.map(asExport),
    ...delivery.items.map(asDelivery),
  ];
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
