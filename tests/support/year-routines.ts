import type { Action } from '../../src/cli/simulate/actions.ts';
import type { Persona, PersonaRoutine } from '../../src/cli/simulate/population.ts';

/** Dates and instants, computed from the offsets of zones only. */

export const MINUTE = 60_000;
const dates = new Map<string, number>();
const offset = (ms: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** The first instant at which the zone's clocks show this time or a later one, after an earlier one: from offsets only. */
export function clockShows(date: string, time: string, zone: string): number {
  const key = `${date} ${time} ${zone}`;
  const known = dates.get(key);
  if (known !== undefined) return known;
  const wanted = Date.parse(`${date}T${time}:00.000Z`);
  const fits = [offset(wanted - 24 * 60 * MINUTE, zone), offset(wanted + 24 * 60 * MINUTE, zone)]
    .map((by) => wanted - by)
    .filter((ms) => ms + offset(ms, zone) === wanted);
  const found = fits.length > 0 ? Math.min(...fits) : gapEnd(wanted, zone);
  dates.set(key, found);
  return found;
}

function gapEnd(wanted: number, zone: string): number {
  let [low, high] = [wanted - 26 * 60 * MINUTE, wanted + 26 * 60 * MINUTE];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (middle + offset(middle, zone) >= wanted) high = middle;
    else low = middle;
  }
  return high;
}

export const text = (ms: number): string => new Date(ms).toISOString();
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / (24 * 60 * MINUTE);
const dateOf = (day: number): string => text(day * 24 * 60 * MINUTE).slice(0, 10);
export const shift = (date: string, days: number): string => dateOf(dayNumber(date) + days);
export const weekdayOf = (date: string): number => (dayNumber(date) + 3) % 7;
export const localDay = (ms: number, zone: string): string => text(ms + offset(ms, zone)).slice(0, 10);
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dom = (date: string): number => Number(date.slice(8));

/** A period in which the zone and the hour did not change. */
export interface Era {
  readonly since: number;
  readonly until: number;
  readonly zone: string;
  readonly reminder: string;
}

/** Computes when the occurrences of a person's routines are made, and when they exist. */

const DAY = 24 * 60 * MINUTE;

const FITS: Readonly<Record<string, (date: string, start: string) => boolean>> = {
  'FREQ=WEEKLY;BYDAY=MO,WE,FR': (date) => [0, 2, 4].includes(weekdayOf(date)),
  'FREQ=MONTHLY;BYMONTHDAY=31': (date) => dom(date) === 31,
  'FREQ=DAILY;INTERVAL=3': (date, start) => (dayNumber(date) - dayNumber(start)) % 3 === 0,
  'FREQ=MONTHLY;BYMONTHDAY=-1': (date) => dom(shift(date, 1)) === 1,
  'FREQ=WEEKLY;BYDAY=SA,SU': (date) => weekdayOf(date) >= 5,
  'FREQ=MONTHLY;BYDAY=2TU': (date) => weekdayOf(date) === 1 && dom(date) >= 8 && dom(date) <= 14,
  'FREQ=DAILY;INTERVAL=5': (date, start) => (dayNumber(date) - dayNumber(start)) % 5 === 0,
  'FREQ=WEEKLY;BYDAY=TU,TH': (date) => [1, 3].includes(weekdayOf(date)),
};

/**
 * Something that is due. It exists from the instant `since` on, but not from `gone` to `back`. An occurrence belongs to `date`;
 * after a change of zone it may count on another one.
 */
export interface Planned {
  readonly date: string;
  readonly since: number;
  readonly places: readonly Place[];
  readonly gone?: number;
  readonly back?: number;
}
/** The date on which something counts, from an instant on. */
interface Place {
  readonly date: string;
  readonly from: number;
}

/** The date on which it counts at an instant. */
export const countsOn = ({ date, places }: Planned, at: number): string => places.findLast(({ from }) => from <= at)?.date ?? date;

const NEAR = 2 * DAY;

/**
 * What is due on a date, made at an instant in a zone, once all changes of zone are followed: what is due within 48 hours of one
 * keeps its instant and counts on the date there, and what is due later keeps its date and gets another instant.
 */
export function followed(
  {
    date,
    time,
    since,
    zone: first,
  }: { readonly date: string; readonly time: string | null; readonly since: number; readonly zone: string },
  eras: readonly Era[],
): { readonly due: number; readonly places: readonly Place[] } {
  let [zone, due] = [first, dueAt(date, time, first)];
  const places: Place[] = [{ date, from: since }];
  for (const era of eras) {
    if (era.since < since || era.zone === zone) continue;
    zone = era.zone;
    if (due < era.since) break;
    if (due > era.since + NEAR) due = dueAt(date, time, zone);
    else places.push({ date: localDay(due, zone), from: era.since });
  }
  return { due, places };
}

export type Made = Planned & { readonly index: number };

export const isThere = ({ since, gone = Infinity, back = Infinity }: Planned, at: number): boolean =>
  since <= at && (at < gone || at >= back);

/** A routine as it was started, with what happened to it later. */
interface Course extends PersonaRoutine {
  readonly start: string;
  readonly since: number;
  /** From the instant `at` on it has no occurrence after `date`. */
  readonly ends: { readonly at: number; readonly date: string } | null;
  readonly pauses: readonly { readonly from: number; readonly to: number }[];
}

export function madeOf(persona: Persona, actions: readonly Action[], eras: readonly Era[], until: number): readonly Made[] {
  return coursesOf(persona, actions, eras).flatMap((course, index) =>
    (course.mode === 'due' ? byRule(course, eras, until) : inChain(course, actions, eras, until)).map((one) => ({ ...one, index })),
  );
}

function coursesOf({ routines }: Persona, actions: readonly Action[], [first]: readonly Era[]): readonly Course[] {
  if (first === undefined) return [];
  const edits = actions.flatMap((action) => (action.does === 'edit_later' ? [{ ...action, since: Date.parse(action.at) }] : []));
  const begun = routines.map((routine): Course => {
    const edit = edits.find(({ rrule }) => rrule === routine.rrule);
    const ends = edit === undefined ? null : { at: edit.since, date: shift(edit.from, -1) };
    return { ...routine, start: localDay(first.since, first.zone), since: first.since, ends, pauses: pausesOf(routine, actions) };
  });
  const anew = edits.map(
    ({ next: rrule, from: start, since }): Course => ({
      title: '',
      rrule,
      due_time: null,
      mode: 'due',
      start,
      since,
      ends: null,
      pauses: [],
    }),
  );
  return [...begun, ...anew];
}

function pausesOf({ rrule }: PersonaRoutine, actions: readonly Action[]): Course['pauses'] {
  const changes = actions.filter((action) => (action.does === 'pause' || action.does === 'resume') && action.rrule === rrule);
  return changes.flatMap(({ does, at }, index) =>
    does === 'pause' ? [{ from: Date.parse(at), to: Date.parse(changes[index + 1]?.at ?? '') || Infinity }] : [],
  );
}

const making = (date: string, zone: string): number => clockShows(shift(date, -14), '00:00', zone);
const dueAt = (date: string, time: string | null, zone: string): number =>
  time === null ? clockShows(shift(date, 1), '00:00', zone) - 1 : clockShows(date, time, zone);

/** Each matching date, made when its day is fourteen days ahead in the zone of that moment, or at once. */
function byRule(course: Course, eras: readonly Era[], until: number): readonly Planned[] {
  const { start, due_time, since } = course;
  const found: Planned[] = [];
  for (const date of datesOf(course, shift(dateOf(Math.ceil(until / DAY)), 16))) {
    const era = eras.find((one) => one.until >= making(date, one.zone));
    const begun = eras.find((one) => one.until > since);
    if (era === undefined || (date === start && begun && dueAt(date, due_time, begun.zone) < since)) continue;
    const made = Math.max(era.since, since, making(date, era.zone));
    const there = standing(course, date, made, followed({ date, time: due_time, since: made, zone: era.zone }, eras));
    if (there !== null) found.push(there);
  }
  return found;
}

function* datesOf({ rrule, start }: Course, last: string): Generator<string> {
  const [, rule = rrule, count] = /^(.*?)(?:;COUNT=(\d+))?$/.exec(rrule) ?? [];
  const fits = FITS[rule];
  if (fits === undefined) throw new Error(`The model does not know ${rule}.`);
  let left = Number(count ?? Infinity);
  for (let date = start; date <= last && left > 0; date = shift(date, 1)) {
    if (!fits(date, start)) continue;
    left -= 1;
    yield date;
  }
}

/** What is not due yet is withdrawn when a routine ends or pauses; what can still be in time comes back, maybe late, when it resumes. */
function standing(
  { ends, pauses }: Course,
  date: string,
  made: number,
  { due, places }: Pick<Planned, 'places'> & { readonly due: number },
): Planned | null {
  const there = { date, since: made, places };
  if (ends !== null && date > ends.date) return made < ends.at ? { ...there, gone: ends.at } : null;
  const pause = pauses.find(({ from, to }) => due > from && made < to);
  if (pause === undefined) return there;
  const back = due >= pause.to ? pause.to : Infinity;
  if (made < pause.from) return { ...there, gone: pause.from, back };
  return back === Infinity ? null : { ...there, since: back };
}

/** The next date counts from the day on which the last was completed or missed. */
function inChain(
  { rrule, start, since: begun }: Course,
  actions: readonly Action[],
  eras: readonly Era[],
  until: number,
): readonly Planned[] {
  const every = Number(/^FREQ=DAILY;INTERVAL=(\d+)$/.exec(rrule)?.[1]);
  const found: Planned[] = [];
  for (let [date, since] = [start, begun]; since <= until; ) {
    const zone = (eras.find((one) => one.until >= since) as Era).zone;
    const { due, places } = followed({ date, time: null, since, zone }, eras);
    const one = { date, since, places };
    found.push(one);
    const kept = actions.find(
      ({ at, ...action }) => action.does === 'keep' && Date.parse(at) > since && action.date === countsOn(one, Date.parse(at)),
    );
    const closed = Math.min(due, Date.parse(kept?.at ?? '') || Infinity);
    const there = (eras.find((era) => era.until >= closed) ?? (eras.at(-1) as Era)).zone;
    date = shift(localDay(closed, there), every);
    since = Math.max(closed, making(date, there));
  }
  return found;
}
