import type { Deed } from '../../src/cli/simulate/deeds.ts';
import type { Persona } from '../../src/cli/simulate/population.ts';

/** What is to come of a life, worked out day by day with nothing of the program but the plan of the deeds. */

const MINUTE = 60_000;
const dates = new Map<string, number>();
const offset = (ms: number, zone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).offsetNanoseconds / 1e6;

/** The first instant at which the zone's clocks show this or a later time, having shown an earlier one: by offsets alone. */
function clockShows(date: string, time: string, zone: string): number {
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

const text = (ms: number): string => new Date(ms).toISOString();
const dayNumber = (date: string): number => Date.parse(`${date}T00:00:00Z`) / (24 * 60 * MINUTE);
const dateOf = (day: number): string => text(day * 24 * 60 * MINUTE).slice(0, 10);
const shift = (date: string, days: number): string => dateOf(dayNumber(date) + days);
const weekdayOf = (date: string): number => (dayNumber(date) + 3) % 7;
const localDay = (ms: number, zone: string): string => text(ms + offset(ms, zone)).slice(0, 10);
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const dom = (date: string): number => Number(date.slice(8));

const FITS: Readonly<Record<string, (date: string, start: string) => boolean>> = {
  'FREQ=WEEKLY;BYDAY=MO,WE,FR': (date) => [0, 2, 4].includes(weekdayOf(date)),
  'FREQ=MONTHLY;BYMONTHDAY=31': (date) => dom(date) === 31,
  'FREQ=DAILY;INTERVAL=3': (date, start) => (dayNumber(date) - dayNumber(start)) % 3 === 0,
  'FREQ=MONTHLY;BYMONTHDAY=-1': (date) => dom(shift(date, 1)) === 1,
  'FREQ=WEEKLY;BYDAY=SA,SU': (date) => weekdayOf(date) >= 5,
  'FREQ=MONTHLY;BYDAY=2TU': (date) => weekdayOf(date) === 1 && dom(date) >= 8 && dom(date) <= 14,
  'FREQ=DAILY;INTERVAL=5': (date, start) => (dayNumber(date) - dayNumber(start)) % 5 === 0,
};

interface Era {
  readonly since: number;
  readonly until: number;
  readonly zone: string;
  readonly reminder: string;
}

function erasOf({ zone, time }: Persona, deeds: readonly Deed[], from: number, until: number): readonly Era[] {
  const eras: Era[] = [{ since: from, until, zone, reminder: time.todo_reminder_time }];
  for (const deed of deeds) {
    if (deed.does !== 'move' && deed.does !== 'remind_at') continue;
    const last = eras.pop() as Era;
    const at = Date.parse(deed.at);
    eras.push({ ...last, until: at });
    const next = { ...last, since: at, until };
    eras.push(deed.does === 'move' ? { ...next, zone: deed.zone } : { ...next, reminder: deed.time });
  }
  return eras;
}

/** Date and instant of each turn, once for a date; a change holds for what comes after it. */
function turns(eras: readonly Era[], day: string, time: (era: Era) => string): readonly { date: string; at: number; zone: string }[] {
  const found: { date: string; at: number; zone: string }[] = [];
  for (const era of eras) {
    const last = shift(localDay(era.until, era.zone), 2);
    for (let date = shift(localDay(era.since, era.zone), -2); date <= last; date = shift(date, 1)) {
      const before = found.at(-1)?.date ?? '';
      if (date <= before || (day !== 'everyday' && WEEKDAYS[weekdayOf(date)] !== day)) continue;
      const at = clockShows(date, time(era), era.zone);
      if (at > era.since && at <= era.until) found.push({ date, at, zone: era.zone });
    }
  }
  return found;
}

export interface Life {
  readonly persona: Persona;
  readonly deeds: readonly Deed[];
  readonly from: string;
  readonly until: string;
}

interface Planned {
  readonly date: string;
  readonly since: number;
}

/** Lines such as `reminder 2026-03-01 <instant> sent`, `occurrence 0 2026-03-31 <instant>`; sorted. */
export function expectedOf({ persona, deeds, from: start, until: end }: Life): readonly string[] {
  const [from, until] = [Date.parse(start), Date.parse(end)];
  const eras = erasOf(persona, deeds, from, until);
  const made = persona.routines.flatMap((routine, index) => occurrences(routine, eras, until).map((one) => ({ ...one, index })));
  const filled = deeds.flatMap((deed) => (deed.does === 'fill' ? [{ date: deed.date, since: Date.parse(deed.at) }] : []));
  const said = deeds.flatMap((deed) => (deed.does === 'nothing_due' ? [{ date: deed.date, since: Date.parse(deed.at) }] : []));
  const planned: readonly Planned[] = [...made, ...filled];
  const isPlanned = (first: string, last: string, at: number): boolean =>
    planned.some(({ date, since }) => date >= first && date <= last && since <= at);
  const switchedOff = (name: 'task_reminders' | 'weekly_reports', at: number): boolean => {
    const chosen = deeds.filter((deed) => deed.does === 'notify' && name in deed.set && Date.parse(deed.at) < at).at(-1);
    return chosen?.does === 'notify' && chosen.set[name] === false;
  };
  const away = (date: string, at: number): boolean =>
    deeds.some((deed) => deed.does === 'vacation' && deed.from <= date && deed.to >= date && Date.parse(deed.at) < at);
  const unsent = (date: string, at: number): string | null => {
    if (switchedOff('task_reminders', at)) return 'off';
    if (away(date, at)) return 'vacation';
    return isPlanned(date, date, at) || said.some((one) => one.date === date && one.since <= at) ? 'filled' : null;
  };
  const lines = made.map(({ index, date, since }) => `occurrence ${index} ${date} ${text(since)}`);
  for (const { date, at } of turns(eras, persona.time.todo_reminder_day, ({ reminder }) => reminder)) {
    const outcome = unsent(date, at) ?? 'sent';
    lines.push(`reminder ${date} ${text(at)} ${outcome}`);
    const escalates = at + 30 * MINUTE;
    if (outcome !== 'sent' || escalates > until) continue;
    const called = persona.partner?.answer === 'Accept' ? 'escalated' : 'no_partner';
    lines.push(`escalation ${date} ${text(escalates)} ${unsent(date, escalates) ?? called}`);
  }
  const weekly = (name: string, day: string, time: string, week: (date: string) => readonly [string, string]): void => {
    for (const { date, at } of turns(eras, day, () => time)) {
      const outcome = !isPlanned(...week(date), at) ? 'nothing_planned' : switchedOff('weekly_reports', at) ? 'off' : 'sent';
      lines.push(`${name} ${date} ${text(at)} ${week(date).join(' ')} ${outcome}`);
    }
  };
  const { weekly_report_day, weekly_report_time, weekly_assessment_day, weekly_assessment_time } = persona.time;
  weekly('weekly_report', weekly_report_day, weekly_report_time, (date) => {
    const monday = shift(date, -weekdayOf(date));
    return [shift(monday, -7), shift(monday, -1)];
  });
  weekly('weekly_assessment', weekly_assessment_day, weekly_assessment_time, (date) => [shift(date, -6), date]);
  return lines.sort();
}

/** Each date that fits, made as its day is fourteen days ahead in the zone of that moment, or at once. */
function occurrences({ rrule, due_time }: Persona['routines'][number], eras: readonly Era[], until: number): readonly Planned[] {
  const fits = FITS[rrule];
  const [first] = eras;
  if (fits === undefined || first === undefined) throw new Error(`The model does not know ${rrule}.`);
  const start = localDay(first.since, first.zone);
  const found: Planned[] = [];
  for (let date = start; date <= shift(dateOf(Math.ceil(until / (24 * 60 * MINUTE))), 16); date = shift(date, 1)) {
    if (!fits(date, start)) continue;
    if (date === start && due_time !== null && clockShows(date, due_time, first.zone) < first.since) continue;
    const era = eras.find((one) => one.until >= clockShows(shift(date, -14), '00:00', one.zone));
    if (era === undefined) continue;
    found.push({ date, since: Math.max(era.since, clockShows(shift(date, -14), '00:00', era.zone)) });
  }
  return found;
}
