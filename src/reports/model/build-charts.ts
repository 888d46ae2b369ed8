import type { Counts, OverallReport } from '../../contracts/report.ts';
import { dayMonth, fullHour, listed, monthShort, number, plural, rateWords, WEEKDAYS } from '../../contracts/words/format.ts';
import { addDays } from '../../domain/calendar/local.ts';
import { cell, figureCell, hoursTable, missesWords } from './build-tables.ts';
import { day } from './dates.ts';
import type { Bar, BarsChart, HoursChart, MapChart, MapDay, Table, WeeksChart, YearMap } from './report-model.ts';

interface NamedCounts {
  readonly label: string;
  readonly long: string;
  readonly counts: Counts;
  readonly now: boolean;
}

const bar = ({ label, counts, now }: NamedCounts): Bar => ({
  label,
  planned: counts.planned,
  kept: counts.kept,
  missed: counts.missed,
  now,
});
const sumOf = (items: readonly NamedCounts[], name: 'planned' | 'kept' | 'missed'): number =>
  items.reduce((sum, { counts }) => sum + counts[name], 0);

/** A sentence that names the days with misses, or says that there were none. */
function barsCaption(items: readonly NamedCounts[], total: Counts): string {
  if (sumOf(items, 'planned') === 0) return 'Nothing was planned.';
  const missed = sumOf(items, 'missed');
  if (missed === 0)
    return total.kept === 0
      ? 'Nothing is decided yet.'
      : total.open === 0
        ? 'Everything decided was kept.'
        : 'Everything decided so far was kept.';
  const worst = items.reduce((a, b) => (b.counts.missed > a.counts.missed ? b : a));
  const others = items.filter((item) => item !== worst && item.counts.missed > 0);
  if (missed === 1) return `The one miss was on ${worst.long}.`;
  if (others.length === 0) return `All ${number(missed)} misses were on ${worst.long}.`;
  if (others.length < 3)
    return `${missesWords(missed)}, on ${listed(items.filter((item) => item.counts.missed > 0).map(({ long }) => long))}.`;
  const days = plural(others.length + 1, 'day');
  const most = others.every(({ counts }) => counts.missed < worst.counts.missed) ? `, most of them on ${worst.long}` : '';
  return `${missesWords(missed)} on ${days}${most}.`;
}

/** A chart with one bar for each of `items`. `total` is the sum of their counts. */
export function barsChart(title: string, items: readonly NamedCounts[], total: Counts, table: Table): BarsChart {
  return { kind: 'bars', title, caption: barsCaption(items, total), data: items.map(bar), table };
}

/** The counts by weekday, Monday first. The caption names the weekdays with the best and the worst rate. */
export function weekdaysChart(counts: readonly Counts[], total: Counts, table: Table): BarsChart {
  const items = counts.map((each, index) => {
    const long = WEEKDAYS[index] ?? '';
    return { label: long.slice(0, 3), long, counts: each, now: false };
  });
  const rated = items
    .filter((item) => item.counts.completion_rate !== null)
    .sort((a, b) => (b.counts.completion_rate ?? 0) - (a.counts.completion_rate ?? 0));
  const [best, worst] = [rated[0], rated.at(-1)];
  const differs = best && worst && best.counts.completion_rate !== worst.counts.completion_rate;
  const caption = differs
    ? `${best.long} is kept best, with ${rateWords(best.counts.completion_rate)}, ${worst.long} least, with ${rateWords(worst.counts.completion_rate)}.`
    : barsCaption(items, total);
  return { kind: 'bars', title: 'By weekday', caption, data: items.map(bar), table };
}

/** Completions by local hour (24 numbers). The caption names the three hours in a row with the most completions. */
export function hoursChart(hours: readonly number[]): HoursChart {
  const total = hours.reduce((sum, count) => sum + count, 0);
  const windows = hours
    .slice(0, 22)
    .map((_, start) => ({ start, sum: (hours[start] ?? 0) + (hours[start + 1] ?? 0) + (hours[start + 2] ?? 0) }));
  const best = windows.reduce((a, b) => (b.sum > a.sum ? b : a), { start: 0, sum: 0 });
  const caption =
    total === 0
      ? 'Nothing was completed.'
      : `${number(best.sum)} of ${number(total)} between ${fullHour(best.start)} and ${fullHour(best.start + 3)}.`;
  return { kind: 'hours', title: 'By hour of completion', caption, data: hours, table: hoursTable(hours) };
}

/** Planned and kept, week by week. `today` is the owner's local date. */
export function weeksChart(report: OverallReport, today: string, table: Table): WeeksChart {
  const items = report.weeks.map(({ from, counts }) => {
    const now = from <= today && today < addDays(from, 7);
    return { label: dayMonth(from, from), long: `the week of ${dayMonth(from, report.end_date)}`, counts, now };
  });
  const kept = items.filter(({ counts }) => counts.kept > 0);
  const best = kept.reduce<NamedCounts | undefined>((a, b) => (a && a.counts.kept >= b.counts.kept ? a : b), undefined);
  const caption = best
    ? `Most was kept in ${best.long}: ${number(best.counts.kept)} of ${number(best.counts.planned)}.`
    : 'Nothing is decided yet.';
  return { kind: 'weeks', title: 'Planned and kept, by week', caption, data: items.map(bar), table };
}

const WEEKS_SHOWN = 53;

const LEVELS = [0, 1, 2, 3, 4] as const satisfies readonly MapDay['level'][];

/** The last 53 weeks of the period, one square per day. `today` is the owner's local date. */
export function mapChart(report: OverallReport, today: string): MapChart {
  const known = new Map(report.days.map((each) => [each.date, each]));
  const most = Math.max(1, ...report.days.map(({ counts }) => counts.kept));
  const end = day(report.end_date);
  const monday = end.subtract({ days: end.dayOfWeek - 1 });
  const first = monday.subtract({ weeks: WEEKS_SHOWN - 1 });
  const start = report.start_date > first.toString() ? day(report.start_date) : first;
  const weekCount = Math.floor(start.until(end, { largestUnit: 'days' }).days + start.dayOfWeek - 1) / 7;
  const from = start.subtract({ days: start.dayOfWeek - 1 });
  const weeks = Array.from({ length: Math.floor(weekCount) + 1 }, (_, week) =>
    Array.from({ length: 7 }, (_unused, index): MapDay | null => {
      const date = from.add({ days: week * 7 + index }).toString();
      if (date < start.toString() || date > report.end_date) return null;
      const found = known.get(date);
      const level = LEVELS[Math.ceil(((found?.counts.kept ?? 0) / most) * 4)] ?? 4;
      return { date, level, missed: (found?.counts.missed ?? 0) > 0, frozen: found?.frozen ?? false, ahead: date > today };
    }),
  );
  return {
    kind: 'map',
    title: weeks.length === WEEKS_SHOWN ? 'The year' : 'Day by day',
    caption: mapCaption(report),
    data: { weeks, months: monthsOf(from, weeks.length) },
    table: monthsTable(report),
  };
}

function monthsOf(from: Temporal.PlainDate, weeks: number): YearMap['months'] {
  const starts = Array.from({ length: weeks }, (_, week) => ({ week, date: from.add({ weeks: week }) }));
  const heads = starts.filter(({ date }, index) => index === 0 || date.month !== date.subtract({ weeks: 1 }).month);
  // If only one week of a month is shown at the left edge, there is no room for the name of the month.
  return heads
    .filter(({ week }, index) => (heads[index + 1]?.week ?? weeks + 3) - week > 2)
    .map(({ week, date }) => ({ week, label: monthShort(date.toString()) }));
}

function mapCaption({ days }: OverallReport): string {
  const full = days.filter(({ counts }) => counts.kept > 0 && counts.missed === 0 && counts.open === 0).length;
  const missed = days.filter(({ counts }) => counts.missed > 0).length;
  const frozen = days.filter((each) => each.frozen).length;
  if (full + missed === 0) return 'No day is decided yet.';
  const covered = frozen > 0 ? `, ${number(frozen)} of them covered by a freeze` : '';
  return `${plural(full, 'day')} kept in full, ${plural(missed, 'day')} with a miss${covered}.`;
}

/** The numbers of the map as a table by month. */
function monthsTable({ days }: OverallReport): Table {
  const months = Map.groupBy(days, ({ date }) => date.slice(0, 7));
  const rows = [...months].map(([month, each]) => {
    const sum = (name: 'planned' | 'kept' | 'missed') => each.reduce((total, { counts }) => total + counts[name], 0);
    return [
      cell(`${monthShort(month)} ${month.slice(0, 4)}`),
      figureCell(sum('planned')),
      figureCell(sum('kept')),
      figureCell(sum('missed')),
      figureCell(each.filter(({ frozen }) => frozen).length),
    ];
  });
  const columns = ['Month', 'Planned', 'Kept', 'Missed', 'Days frozen'].map((label, index) => ({ label, numeric: index > 0 }));
  return { title: 'By month', columns, rows, foot: null, settled: false, caption: '' };
}
