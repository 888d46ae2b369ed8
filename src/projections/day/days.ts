import { datesBetween } from '../../domain/calendar/local.ts';
import { DayClosed } from '../../domain/day/events.ts';
import type { DayCounter, DayCounterDelta } from '../../domain/kernel/day-counters.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import { keysOf } from '../../domain/kernel/records.ts';
import { TASK_CHANGES, type TaskChangeEvent } from '../../domain/task/events.ts';
import type { Stored } from '../../ports/documents.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Views } from '../engine/views.ts';
import { tasksDue } from '../task/task-lists.ts';
import { isTaskChange, type TaskDoc } from '../task/tasks.ts';

/** The counters of one local day. Counters that are zero are left out. */
export type DayRollup = {
  readonly counts: Partial<Readonly<Record<DayCounter, number>>>;
  /** Completions by local hour (`"0"` to `"23"`). */
  readonly hours: Readonly<Record<string, number>>;
  /** How often each delay (whole minutes, done minus due) occurred. */
  readonly delays: Readonly<Record<string, number>>;
  readonly closed: boolean;
  /** The state when the day closed. */
  readonly frozen: boolean;
};

/** By `{owner}.{YYYY-MM}`: a local month, its days by `DD`. */
export type MonthDoc = {
  readonly owner: string;
  readonly month: string;
  readonly days: Readonly<Record<string, DayRollup>>;
};

export type DayCounts = Readonly<Record<DayCounter, number>> & { readonly planned: number };

export interface Day {
  readonly date: string;
  /** All counters, also those that are zero. */
  readonly counts: DayCounts;
  readonly hours: Readonly<Record<string, number>>;
  readonly delays: Readonly<Record<string, number>>;
  readonly closed: boolean;
  readonly frozen: boolean;
}

const EMPTY: DayRollup = { counts: {}, hours: {}, delays: {}, closed: false, frozen: false };

const monthOf = (date: string): string => date.slice(0, 7);
const dayOf = (date: string): string => date.slice(8);
const monthId = (owner: string, date: string): string => `${owner}.${monthOf(date)}`;

function ids(event: Recorded): readonly string[] {
  const { owner } = event.metadata;
  if (owner === null) return [];
  if (isEvent(event, DayClosed)) return [monthId(owner, event.data.date)];
  if (!isTaskChange(event)) return [];
  const { tally } = event.data;
  return tally.length === 0 ? [] : [...new Set(tally.map(({ date }) => monthId(owner, date)))];
}

function plus(sums: Readonly<Record<string, number>>, key: string, by: number): Record<string, number> {
  const next = { ...sums, [key]: (sums[key] ?? 0) + by };
  if (next[key] === 0) delete next[key];
  return next;
}

function applyDelta(day: DayRollup, change: DayCounterDelta): DayRollup {
  if ('count' in change) return { ...day, counts: plus(day.counts, change.count, change.by) };
  if ('hour' in change) return { ...day, hours: plus(day.hours, String(change.hour), change.by) };
  return { ...day, delays: plus(day.delays, String(change.delay), change.by) };
}

/** The id contains the owner and the month. Ids of users have no dot that could be confused with the separator. */
const emptyMonth = (id: string): MonthDoc => ({ owner: id.slice(0, -8), month: id.slice(-7), days: {} });

function applyDeltas(doc: MonthDoc | null, event: RecordedOf<TaskChangeEvent>, id: string): MonthDoc {
  const month = doc ?? emptyMonth(id);
  const days: Record<string, DayRollup> = { ...month.days };
  for (const change of event.data.tally) {
    if (monthOf(change.date) !== month.month) continue;
    const day = dayOf(change.date);
    days[day] = applyDelta(days[day] ?? EMPTY, change);
  }
  return { ...month, days };
}

function close(doc: MonthDoc | null, event: RecordedOf<DayClosed>, id: string): MonthDoc {
  const month = doc ?? emptyMonth(id);
  const { date, frozen } = event.data;
  const day = month.days[dayOf(date)] ?? EMPTY;
  return { ...month, days: { ...month.days, [dayOf(date)]: { ...day, closed: true, frozen } } };
}

export const days: Projection<MonthDoc> = {
  name: 'days',
  version: 2,
  indexes: [{ name: 'month', fields: ['owner', 'month'] }],
  ids,
  on: folds(on(TASK_CHANGES, applyDeltas), on(DayClosed, close)),
};

export const NO_COUNTS: DayCounts = {
  planned: 0,
  kept: 0,
  missed: 0,
  skipped: 0,
  open: 0,
  postponed: 0,
  taken_back: 0,
  late: 0,
  verified: 0,
  on_word: 0,
};

function fullCounts(sparse: DayRollup['counts']): DayCounts {
  const full = { ...NO_COUNTS, ...sparse };
  return { ...full, planned: full.kept + full.missed + full.skipped + full.open };
}

const COUNTED = keysOf(NO_COUNTS);

/** One object takes all sums, because a report makes hundreds of them. */
function sumOf(days: readonly Pick<Day, 'counts'>[]): DayCounts {
  const sum: Record<keyof DayCounts, number> = { ...NO_COUNTS };
  for (const { counts } of days) for (const name of COUNTED) sum[name] += counts[name];
  return sum;
}

/** An owner's local days from `from` to `to` (inclusive) on which anything was counted, in order. */
export async function daysOf(views: Views, owner: string, from: string, to: string): Promise<readonly Day[]> {
  const months = monthOf(from) === monthOf(to) ? await monthWith(views, owner, from) : await monthsBetween(views, owner, from, to);
  return months.flatMap(({ doc }) => daysIn(doc)).filter(({ date }) => date >= from && date <= to);
}

/** One document by its id, because a driver may ask for the documents of several callers at once. */
async function monthWith(views: Views, owner: string, date: string): Promise<readonly Stored<MonthDoc>[]> {
  const found = await views.documents.get<MonthDoc>(views.current(days.name), monthId(owner, date));
  return found === null ? [] : [found];
}

function monthsBetween(views: Views, owner: string, from: string, to: string): Promise<readonly Stored<MonthDoc>[]> {
  const query = { index: 'month', equals: [owner], from: monthOf(from), to: monthOf(to), order: 'asc' } as const;
  return everything<MonthDoc>(views.documents, views.current(days.name), query);
}

/** The days of documents that were read before. A store may give the same document again as long as it has not changed. */
const unfolded = new WeakMap<MonthDoc, readonly Day[]>();

function daysIn(doc: MonthDoc): readonly Day[] {
  const known = unfolded.get(doc);
  if (known) return known;
  const days = Object.entries(doc.days)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { counts, ...rest }]) => ({ date: `${doc.month}-${day}`, counts: fullCounts(counts), ...rest }));
  unfolded.set(doc, days);
  return days;
}

export type ReportCounts = DayCounts & { readonly completion_rate: number | null };

/** The sum of some days, with the share of kept tasks among the decided ones (0 to 1; null: none was decided). */
export function countsOf(days: readonly Day[]): ReportCounts {
  const sum = sumOf(days);
  const decided = sum.kept + sum.missed;
  return { ...sum, completion_rate: decided === 0 ? null : sum.kept / decided };
}

/** 24 numbers: completions by local hour. */
export function hoursOf(days: readonly Day[]): readonly number[] {
  const hours = new Array<number>(24).fill(0);
  for (const day of days) for (const [hour, n] of Object.entries(day.hours)) hours[Number(hour)] = (hours[Number(hour)] ?? 0) + n;
  return hours;
}

/** The median delay in whole minutes, rounded. Null: no task with a due date was completed. */
export function medianDelay(days: readonly Day[]): number | null {
  const times = new Map<number, number>();
  for (const day of days)
    for (const [delay, n] of Object.entries(day.delays)) times.set(Number(delay), (times.get(Number(delay)) ?? 0) + n);
  const sorted = [...times].filter(([, n]) => n > 0).sort(([a], [b]) => a - b);
  const total = sorted.reduce((sum, [, n]) => sum + n, 0);
  if (total === 0) return null;
  const mean = Math.round((nth(sorted, Math.floor((total - 1) / 2)) + nth(sorted, Math.floor(total / 2))) / 2);
  return mean === 0 ? 0 : mean;
}

/** Finds a value by its place in sorted values. Each value comes with the number of times that it occurs. */
function nth(sorted: readonly (readonly [number, number])[], place: number): number {
  let passed = 0;
  for (const [value, n] of sorted) {
    passed += n;
    if (place < passed) return value;
  }
  return 0;
}

export interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly counts: ReportCounts;
  readonly days: readonly { readonly date: string; readonly counts: DayCounts }[];
  /** 24 numbers: completions by local hour. */
  readonly hours: readonly number[];
  readonly tasks: readonly Stored<TaskDoc>[];
}

export async function stretchOf(
  views: Views,
  owner: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Stretch> {
  const [days, tasks] = await Promise.all([daysOf(views, owner, from, to), tasksDue(views, owner, from, to)]);
  const counted = new Map(days.map((day) => [day.date, day.counts]));
  return {
    from,
    to,
    counts: countsOf(days),
    days: datesBetween(from, to).map((date) => ({ date, counts: counted.get(date) ?? NO_COUNTS })),
    hours: hoursOf(days),
    tasks,
  };
}
