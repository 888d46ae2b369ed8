import { fullHour, WEEKDAYS } from '../../src/contracts/words/format.ts';
import type { Counts, OverallReport } from '../api/reports.ts';
import { DELAY_CLASSES, DelayBars, delayClasses, HourBars, WeekBars } from '../charts/bars.tsx';
import chartStyles from '../charts/chart.module.css';
import { Chart, ChartTable } from '../charts/chart.tsx';
import { LinesLegend, WeekLines } from '../charts/lines.tsx';
import { delaySentence, hoursSentence, weekdaysSentence, weeksSentence } from '../charts/sentences.ts';
import { isoWeek } from '../lib/calendar.ts';
import { BlockSkeleton, ErrorState } from '../ui/states.tsx';

interface WeekdayProps {
  readonly title: string;
  /** Seven days, from Monday on. */
  readonly counts: readonly Counts[];
  /** The index of today, or -1 if it is not among them. */
  readonly now?: number;
  readonly period?: 'week' | 'time';
}
export function WeekdayPicture({ title, counts, now = -1, period = 'week' }: WeekdayProps) {
  const sentence = weekdaysSentence(counts, period);
  return (
    <Chart
      title={title}
      sentence={sentence}
      plot={
        <WeekBars
          label={`Planned, kept and missed by weekday. ${sentence.lead}`}
          bars={counts.map((day, index) => ({ ...day, label: WEEKDAYS[index]?.slice(0, 3) ?? '', now: index === now }))}
        />
      }
      table={
        <ChartTable
          label={title}
          head={['Day', 'Planned', 'Kept', 'Missed', 'Skipped']}
          rows={counts.map((day, index) => [WEEKDAYS[index] ?? '', day.planned, day.kept, day.missed, day.skipped])}
        />
      }
    />
  );
}

export function HourPicture({ hours }: { hours: readonly number[] }) {
  const sentence = hoursSentence(hours);
  return (
    <Chart
      title="By hour of completion"
      sentence={sentence}
      plot={<HourBars hours={hours} label={`Completions by hour. ${sentence.lead}`} />}
      table={
        <ChartTable label="By hour of completion" head={['Hour', 'Completed']} rows={hours.map((count, hour) => [fullHour(hour), count])} />
      }
    />
  );
}

export function DelayPicture({ delays }: { delays: readonly number[] }) {
  const sentence = delaySentence(delays);
  const counts = delayClasses(delays);
  return (
    <Chart
      title="Delay between due and done"
      sentence={sentence}
      plot={<DelayBars delays={delays} label={`Completions by how long before or after the due time. ${sentence.lead}`} />}
      table={
        <ChartTable
          label="Delay between due and done"
          head={['Delay', 'Completed']}
          rows={DELAY_CLASSES.map((name, index) => [name, counts[index] ?? 0])}
        />
      }
    />
  );
}

interface WeeksProps {
  readonly title: string;
  readonly weeks: OverallReport['weeks'] | undefined;
  readonly error?: Error | null;
  readonly running: boolean;
  /** The dates of the week that are counted, in words. */
  readonly nameOf: (monday: string) => string;
}
export function WeeksPicture({ title, weeks, error, running, nameOf }: WeeksProps) {
  if (!weeks) {
    return (
      <section className={chartStyles.section} aria-label={title}>
        <h3>{title}</h3>
        {error ? <ErrorState title={error.message} /> : <BlockSkeleton height={160} label="Loading the weeks" />}
      </section>
    );
  }
  const sentence = weeksSentence(
    weeks.map((week) => week.counts),
    running,
  );
  const name = (from: string): string => `W${isoWeek(from)}`;
  return (
    <Chart
      title={title}
      sentence={sentence}
      plot={
        <>
          <WeekLines
            label={`Planned and kept by week. ${sentence.lead}`}
            running={running}
            weeks={weeks.map((week) => ({ ...week.counts, label: name(week.from) }))}
          />
          <LinesLegend />
        </>
      }
      table={
        <ChartTable
          label={title}
          head={['Week', 'Planned', 'Kept', 'Missed']}
          rows={weeks.map((week) => [
            `${name(week.from)}, ${nameOf(week.from)}`,
            week.counts.planned,
            week.counts.kept,
            week.counts.missed,
          ])}
        />
      }
    />
  );
}
