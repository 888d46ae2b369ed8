import { addDays, datesBetween, localDate, weekday, weekOf } from '../domain/calendar/local.ts';
import type { StreakFigures } from '../domain/day/events.ts';
import type { Stored } from '../ports/documents.ts';
import type { AccountDoc } from './account/accounts.ts';
import { closedThrough } from './day/closings.ts';
import { countsOf, type Day, daysOf, hoursOf, medianDelay, type ReportCounts } from './day/days.ts';
import { type FocusFigures, focusBetween } from './day/focus-days.ts';
import { type Streak, streakAt, streakOver } from './day/streak.ts';
import type { Views } from './engine/views.ts';
import { type ListLimit, someTasksDue, WHOLE } from './task/task-lists.ts';
import type { TaskDoc } from './task/tasks.ts';

export interface Reader {
  readonly owner: string;
  readonly zone: string;
  /** The owner's present local date, and the date on which the account was made. */
  readonly today: string;
  readonly since: string;
}

interface Figures {
  readonly counts: ReportCounts;
  /** At the end of the period, or now. */
  readonly streak: StreakFigures;
  /** A sentence if the period is in the future, or before the account was made. */
  readonly note: string | null;
  readonly focus: FocusFigures;
}

interface CompletionPattern {
  /** 24 numbers: completions by local hour. */
  readonly hours: readonly number[];
  readonly median_delay_minutes: number | null;
}

export interface DailyFigures extends Figures {
  readonly date: string;
  readonly tasks: readonly Stored<TaskDoc>[];
  readonly total: number;
}

export interface WeeklyFigures extends Figures, CompletionPattern {
  readonly from: string;
  readonly to: string;
  readonly offset: number;
  readonly days: readonly { readonly date: string; readonly counts: ReportCounts }[];
  readonly tasks: readonly Stored<TaskDoc>[];
  readonly total: number;
}

export interface OverallFigures extends Figures, CompletionPattern {
  readonly start_date: string;
  readonly end_date: string;
  /** By their Mondays; the first and the last week count only days of the period. */
  readonly weeks: readonly { readonly from: string; readonly counts: ReportCounts }[];
  /** 7 entries, Monday first. */
  readonly weekdays: readonly ReportCounts[];
  /** Days with at least one counter. */
  readonly days: readonly { readonly date: string; readonly counts: ReportCounts; readonly frozen: boolean }[];
}

/** `now`: an instant of the program's clock. */
export const readerOf = (account: AccountDoc, now: string): Reader => ({
  owner: account.owner,
  zone: account.timezone,
  today: localDate(now, account.timezone),
  since: localDate(account.created_at, account.timezone),
});

/** `part`: the tasks that are wanted. The figures always cover all tasks. */
export async function dailyReport(views: Views, reader: Reader, date = reader.today, part = WHOLE): Promise<DailyFigures> {
  const dates = { from: date, to: date };
  const [{ figures }, due] = await Promise.all([readPeriod(views, reader, date, date), someTasksDue(views, reader.owner, dates, part)]);
  return { date, ...figures, tasks: due, total: totalOf(due, part, figures.counts) };
}

/** `offset` in weeks: 0 is this one, −1 the last. `part`: as for `dailyReport`. */
export async function weeklyReport(views: Views, reader: Reader, offset: number, part = WHOLE): Promise<WeeklyFigures> {
  const { from, to } = weekOf(addDays(reader.today, 7 * offset));
  const [period, due] = await Promise.all([readPeriod(views, reader, from, to), someTasksDue(views, reader.owner, { from, to }, part)]);
  const byDate = new Map(period.days.map((day) => [day.date, day]));
  const days = datesBetween(from, to).map((date) => ({ date, counts: countsOf(present(byDate.get(date))) }));
  return {
    from,
    to,
    offset,
    ...period.figures,
    ...completionPattern(period.days),
    days,
    tasks: due,
    total: totalOf(due, part, period.figures.counts),
  };
}

/**
 * How many tasks there are in all. The outcomes of a day's tasks add up to the day's counters, so only the wanted part needs to be read.
 */
const totalOf = (part: readonly unknown[], { most }: ListLimit, { planned }: ReportCounts): number =>
  part.length < most ? part.length : Math.max(part.length, planned);

/** Default: from the account's first day to today. */
export async function overallReport(views: Views, reader: Reader, start = reader.since, end = reader.today): Promise<OverallFigures> {
  const { days, streak, figures } = await readPeriod(views, reader, start, end);
  const frozen = new Set(streak.days.filter((day) => day.frozen).map((day) => day.date));
  return {
    start_date: start,
    end_date: end,
    ...figures,
    ...completionPattern(days),
    weeks: weeksOf(days, start, end),
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((number) => countsOf(days.filter(({ date }) => weekday(date) === number))),
    days: days.map((day) => ({ date: day.date, counts: countsOf([day]), frozen: frozen.has(day.date) })),
  };
}

export async function ownerStreak(views: Views, { owner, today }: Pick<Reader, 'owner' | 'today'>): Promise<Streak> {
  const [days, closed] = await Promise.all([daysOf(views, owner, BEGINNING, today), closedThrough(views, owner)]);
  return streakOver(days, { today, closedThrough: closed });
}

const BEGINNING = '0001-01-01';

interface Period {
  readonly days: readonly Day[];
  readonly streak: Streak;
  readonly figures: Figures;
}

async function readPeriod(views: Views, reader: Reader, from: string, to: string): Promise<Period> {
  const last = to > reader.today ? to : reader.today;
  const [all, closed, focus] = await Promise.all([
    daysOf(views, reader.owner, BEGINNING, last),
    closedThrough(views, reader.owner),
    focusBetween(views, reader.owner, from, to),
  ]);
  const days = all.filter(({ date }) => date >= from && date <= to);
  const streak = streakOver(all, { today: reader.today, closedThrough: closed });
  return { days, streak, figures: { counts: countsOf(days), streak: streakAt(streak, to), note: noteOn(reader, from, to), focus } };
}

const present = (day: Day | undefined): readonly Day[] => (day ? [day] : []);

const completionPattern = (days: readonly Day[]): CompletionPattern => ({ hours: hoursOf(days), median_delay_minutes: medianDelay(days) });

function weeksOf(days: readonly Day[], start: string, end: string): OverallFigures['weeks'] {
  const byWeek = Map.groupBy(days, ({ date }) => weekOf(date).from);
  const weeks: { from: string; counts: ReportCounts }[] = [];
  for (let from = weekOf(start).from; from <= end; from = addDays(from, 7)) weeks.push({ from, counts: countsOf(byWeek.get(from) ?? []) });
  return weeks;
}

function noteOn({ today, since }: Reader, from: string, to: string): string | null {
  const subject = from === to ? 'This day' : 'This period';
  if (from > today) return `${subject} lies ahead: what is planned is counted, nothing is decided yet.`;
  if (to < since) return `${subject} was before your account, which begins on ${since}.`;
  return null;
}
