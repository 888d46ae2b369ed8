import { AccountConfirmed, AccountRegistered, TimezoneChanged } from '../../domain/account/events.ts';
import { addDays, startOfDay } from '../../domain/calendar/local.ts';
import { DayClosed } from '../../domain/day/events.ts';
import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import { NothingDueSaid } from '../../domain/reminders/events.ts';
import { TASK_CHANGES, type TaskChangeEvent } from '../../domain/task/events.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';
import { isTaskChange } from '../task/tasks.ts';

/** By owner: which of the owner's days is closed next. */
export type ClosingDoc = {
  readonly owner: string;
  readonly zone: string;
  /** The last local date that was closed. Neither it nor an earlier one is closed again, not even after a move to the west. */
  readonly closed_through: string | null;
  /** The number of planned tasks on each later local date that has any. */
  readonly planned: Readonly<Record<string, number>>;
  /** The earliest of these dates. */
  readonly date: string | null;
  /** The instant at which that day ends in the owner's zone. */
  readonly next_key: string | null;
};

const PLANNED: ReadonlySet<string> = new Set(['kept', 'missed', 'skipped', 'open']);

const earliest = (dates: readonly string[]): string | null =>
  dates.reduce<string | null>((least, date) => (least === null || date < least ? date : least), null);

/** Decides which day is closed next. The instant is computed only when the day or the zone has changed, because that is slow. */
function scheduled(doc: ClosingDoc, changed: Partial<Pick<ClosingDoc, 'zone' | 'planned' | 'closed_through'>>): ClosingDoc {
  const next = { ...doc, ...changed };
  const date = earliest(Object.keys(next.planned));
  if (date === doc.date && next.zone === doc.zone) return next;
  return { ...next, date, next_key: date === null ? null : startOfDay(addDays(date, 1), next.zone) };
}

const inZone = (doc: ClosingDoc | null, owner: string, zone: string): ClosingDoc =>
  scheduled(doc ?? { owner, zone, closed_through: null, planned: {}, date: null, next_key: null }, { zone });

function applyDeltas(doc: ClosingDoc | null, event: RecordedOf<TaskChangeEvent>): ClosingDoc | null {
  if (!doc) return doc;
  const planned: Record<string, number> = { ...doc.planned };
  for (const change of event.data.tally) {
    if (!('count' in change) || !PLANNED.has(change.count)) continue;
    if (doc.closed_through !== null && change.date <= doc.closed_through) continue;
    const sum = (planned[change.date] ?? 0) + change.by;
    if (sum === 0) delete planned[change.date];
    else planned[change.date] = sum;
  }
  return scheduled(doc, { planned });
}

function close(doc: ClosingDoc | null, { data: { date } }: RecordedOf<DayClosed>): ClosingDoc | null {
  if (!doc) return doc;
  if (doc.closed_through !== null && date <= doc.closed_through) return doc;
  const planned = Object.fromEntries(Object.entries(doc.planned).filter(([day]) => day > date));
  return scheduled(doc, { closed_through: date, planned });
}

function ids(event: Recorded): readonly string[] {
  const { owner } = event.metadata;
  if (owner === null) return [];
  return isTaskChange(event) && event.data.tally.length === 0 ? [] : [owner];
}

export const closings: Projection<ClosingDoc> = {
  name: 'closings',
  version: 2,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: folds(
    on([AccountRegistered, AccountConfirmed], (doc, { data }, id) => inZone(doc, id, data.timezone)),
    on(TimezoneChanged, (doc, { data }, id) => inZone(doc, id, data.to)),
    on(TASK_CHANGES, applyDeltas),
    on(DayClosed, close),
  ),
};

export async function closedThrough(views: Views, owner: string): Promise<string | null> {
  const stored = await views.documents.get<ClosingDoc>(views.current(closings.name), owner);
  return stored?.doc.closed_through ?? null;
}

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
