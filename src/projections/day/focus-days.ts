import { FocusEnded } from '../../domain/focus/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { TIME_BOX_EVENTS } from '../../domain/time-box/events.ts';
import { folds, on, type Projection } from '../engine/projection.ts';
import { everything, type Views } from '../engine/views.ts';

/** What one local date has. Figures that are zero are left out. */
type DayFigures = {
  /** Of the ended sessions that began on the date. */
  readonly seconds?: number;
  readonly sessions?: number;
  /** The minutes of the time boxes of the date. */
  readonly planned?: number;
};

/** By `{owner}.{YYYY-MM}`: a local month, its days by `DD`. */
export type FocusMonthDoc = {
  readonly owner: string;
  readonly month: string;
  readonly days: Readonly<Record<string, DayFigures>>;
};

/** What an event adds to the figures of a local date. */
interface Added {
  readonly date: string;
  readonly by: DayFigures;
}

const planned = ({ date, minutes }: { readonly date: string; readonly minutes: number }, sign: 1 | -1): Added => ({
  date,
  by: { planned: sign * minutes },
});

function added(event: Recorded): readonly Added[] {
  if (isEvent(event, FocusEnded)) return [{ date: event.data.date, by: { seconds: event.data.focused_seconds, sessions: 1 } }];
  if (!isEvent(event, ...TIME_BOX_EVENTS)) return [];
  if (event.type === 'TimeBoxPlanned') return [planned(event.data, 1)];
  if (event.type === 'TimeBoxRemoved') return [planned(event.data, -1)];
  return [planned(event.data.from, -1), planned(event.data, 1)];
}

const monthOf = (date: string): string => date.slice(0, 7);
const dayOf = (date: string): string => date.slice(8);

function ids(event: Recorded): readonly string[] {
  const { owner } = event.metadata;
  return owner === null ? [] : [...new Set(added(event).map(({ date }) => `${owner}.${monthOf(date)}`))];
}

function sum(figures: DayFigures, by: DayFigures): DayFigures {
  const names = ['seconds', 'sessions', 'planned'] as const;
  const sums = names.map((name) => [name, (figures[name] ?? 0) + (by[name] ?? 0)] as const);
  return Object.fromEntries(sums.filter(([, value]) => value !== 0));
}

/** The id contains the owner and the month. */
const emptyMonth = (id: string): FocusMonthDoc => ({ owner: id.slice(0, -8), month: id.slice(-7), days: {} });

function changed(doc: FocusMonthDoc | null, event: Recorded, id: string): FocusMonthDoc {
  const { days: before, ...month } = doc ?? emptyMonth(id);
  const days: Record<string, DayFigures> = { ...before };
  for (const { date, by } of added(event)) if (monthOf(date) === month.month) days[dayOf(date)] = sum(days[dayOf(date)] ?? {}, by);
  return { ...month, days };
}

/** What was planned in time boxes, and how long the owner was focused, by local date. */
export const focusDays: Projection<FocusMonthDoc> = {
  name: 'focus-days',
  version: 1,
  indexes: [{ name: 'month', fields: ['owner', 'month'] }],
  ids,
  on: folds(on([FocusEnded, ...TIME_BOX_EVENTS], changed)),
};

/** The minutes are whole: the seconds of all sessions are added first. */
export interface FocusFigures {
  readonly minutes: number;
  readonly sessions: number;
  readonly planned_minutes: number;
}

/** The figures of the local dates from one to another, both included. */
export async function focusBetween(views: Views, owner: string, from: string, to: string): Promise<FocusFigures> {
  const { seconds = 0, sessions = 0, planned: planned_minutes = 0 } = await sumBetween(views, owner, from, to);
  return { minutes: Math.floor(seconds / 60), sessions, planned_minutes };
}

/** The seconds and the number of the ended sessions that began on a local date. */
export async function focusOn(views: Views, owner: string, date: string): Promise<{ readonly seconds: number; readonly sessions: number }> {
  const { seconds = 0, sessions = 0 } = await sumBetween(views, owner, date, date);
  return { seconds, sessions };
}

async function sumBetween(views: Views, owner: string, from: string, to: string): Promise<DayFigures> {
  const query = { index: 'month', equals: [owner], from: monthOf(from), to: monthOf(to), order: 'asc' } as const;
  const months = await everything<FocusMonthDoc>(views.documents, views.current(focusDays.name), query);
  return months
    .flatMap(({ doc: { month, days } }) => Object.entries(days).map(([day, figures]) => ({ date: `${month}-${day}`, figures })))
    .filter(({ date }) => date >= from && date <= to)
    .reduce<DayFigures>((total, { figures }) => sum(total, figures), {});
}
