import { AccountConfirmed, AccountRegistered, TimezoneChanged } from '../domain/account/events.ts';
import { ChannelsChanged, DEFAULT_SETTINGS } from '../domain/account/settings-events.ts';
import { dueInstant } from '../domain/calendar/local.ts';
import type { Recorded, RecordedOf } from '../domain/kernel/event.ts';
import { EveningCame } from '../domain/reminders/evening-events.ts';
import { TASK_CHANGES, type TaskChangeEvent } from '../domain/task/events.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { isTaskChange } from './task/tasks.ts';

/** By owner: on which local date something is open in the evening next. */
export type EveningDoc = {
  readonly owner: string;
  readonly zone: string;
  /** The local time of the evening. */
  readonly time: string;
  /** The last local date whose evening has come. No evening of it or of an earlier date comes any more. */
  readonly last: string | null;
  /** The number of open tasks on each later local date that has any, and whose evening was still ahead when it got the first one. */
  readonly open: Readonly<Record<string, number>>;
  /** The earliest of these dates. */
  readonly date: string | null;
  /** The instant of its evening. */
  readonly next_key: string | null;
};

function scheduled(doc: EveningDoc, changed: Partial<Pick<EveningDoc, 'zone' | 'time' | 'last' | 'open'>>): EveningDoc {
  const next = { ...doc, ...changed };
  const date = Object.keys(next.open).reduce<string | null>((least, one) => (least === null || one < least ? one : least), null);
  if (date === doc.date && next.zone === doc.zone && next.time === doc.time) return next;
  return { ...next, date, next_key: date === null ? null : dueInstant(date, next.time, next.zone) };
}

/** After a change of the time or the zone, an evening that was ahead and would now be past does not come. One that was due already stays. */
function rescheduled(doc: EveningDoc, at: string, changed: Partial<Pick<EveningDoc, 'zone' | 'time'>>): EveningDoc {
  const next = { ...doc, ...changed };
  const isLost = (date: string): boolean => dueInstant(date, doc.time, doc.zone) > at && dueInstant(date, next.time, next.zone) <= at;
  const open = Object.fromEntries(Object.entries(doc.open).filter(([date]) => !isLost(date)));
  return scheduled(doc, { ...changed, open });
}

function countOpen(doc: EveningDoc | null, { data, metadata }: RecordedOf<TaskChangeEvent>): EveningDoc | null {
  if (!doc) return doc;
  const open: Record<string, number> = { ...doc.open };
  for (const change of data.tally) {
    if (!('count' in change) || change.count !== 'open') continue;
    const { date, by } = change;
    const before = open[date];
    if (before === undefined && (by < 0 || !isAhead(doc, date, metadata.at))) continue;
    const sum = (before ?? 0) + by;
    if (sum > 0) open[date] = sum;
    else delete open[date];
  }
  return scheduled(doc, { open });
}

const isAhead = ({ last, time, zone }: EveningDoc, date: string, at: string): boolean =>
  (last === null || date > last) && dueInstant(date, time, zone) > at;

function come(doc: EveningDoc | null, { data: { date } }: RecordedOf<EveningCame>): EveningDoc | null {
  if (!doc || (doc.last !== null && date <= doc.last)) return doc;
  return scheduled(doc, { last: date, open: Object.fromEntries(Object.entries(doc.open).filter(([day]) => day > date)) });
}

const fresh = (owner: string, zone: string): EveningDoc => ({
  owner,
  zone,
  time: DEFAULT_SETTINGS.channels.evening_time,
  last: null,
  open: {},
  date: null,
  next_key: null,
});

function ids(event: Recorded): readonly string[] {
  const { owner } = event.metadata;
  if (owner === null) return [];
  return isTaskChange(event) && event.data.tally.length === 0 ? [] : [owner];
}

export const evenings: Projection<EveningDoc> = {
  name: 'evenings',
  version: 1,
  indexes: [{ name: 'next', fields: ['next_key'], sparse: true }],
  ids,
  on: folds(
    on([AccountRegistered, AccountConfirmed], (doc, { data, metadata }, id) =>
      doc ? rescheduled(doc, metadata.at, { zone: data.timezone }) : fresh(id, data.timezone),
    ),
    on(TimezoneChanged, (doc, { data, metadata }) => doc && rescheduled(doc, metadata.at, { zone: data.to })),
    on(ChannelsChanged, (doc, { data, metadata }) => {
      const { evening_time: time } = data.set;
      return doc && time !== undefined ? rescheduled(doc, metadata.at, { time }) : doc;
    }),
    on(TASK_CHANGES, countOpen),
    on(EveningCame, come),
  ),
};
