import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { fullDate, plural } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { weekSpan } from '../../src/contracts/words/report-weeks.ts';
import { type OverallReport, overallQuery } from '../api/reports.ts';
import { Year, yearWords } from '../charts/year.tsx';
import { earlier, mondayOf } from '../lib/calendar.ts';
import { Button } from '../ui/button.tsx';
import { Figures } from '../ui/figures.tsx';
import { Section } from '../ui/page.tsx';
import { isRunning, type ReportClock } from './as-of-clock.ts';
import { DateRange } from './date-range.tsx';
import { Download } from './download.tsx';
import { Focused } from './focused.tsx';
import { figuresOf, Loaded, Meanings } from './parts.tsx';
import { HourPicture, WeekdayPicture, WeeksPicture } from './pictures.tsx';
import styles from './report.module.css';
import { WeeksTable } from './tables.tsx';

interface OverallProps {
  /** If both dates are null, the report covers the whole life of the account. */
  readonly from: string | null;
  readonly to: string | null;
  readonly clock: ReportClock;
  readonly onRange: (from: string | null, to: string | null) => void;
}

export function OverallActions({ from, to, clock, onRange }: OverallProps) {
  return (
    <>
      <DateRange from={from} to={to} clock={clock} className={styles.date} onRange={onRange} />
      {(from ?? to) && (
        <Button variant="ghost" onClick={() => onRange(null, null)}>
          All time
        </Button>
      )}
      <Download type="overall" offset={0} startDate={from} endDate={to} asOf={clock.asOf} name={`vouch-overall-${clock.today}`} />
    </>
  );
}

/** For example 'From the first day to today', or, of a report as it was known, 'From the first day to Sunday 15 November 2026'. */
export function overallSub(from: string | null, to: string | null, { asOf, today }: Pick<ReportClock, 'asOf' | 'today'>): string {
  const last = to !== null || asOf !== null ? fullDate(to ?? today) : 'today';
  const first = to === null ? 'From the first day' : 'The start';
  return `${from === null ? first : fullDate(from)} to ${last}`;
}

export function Overall({ from, to, clock }: Omit<OverallProps, 'onRange'>) {
  const query = useQuery(overallQuery(from, to, clock.asOf));
  return <Loaded query={query}>{(report) => <OverallBody report={report} clock={clock} />}</Loaded>;
}

/** A chart has room for this many weeks. The table shows all of them. */
const LINE_WEEKS = 104;

function OverallBody({ report, clock }: { report: OverallReport; clock: ReportClock }) {
  const end = earlier(report.endDate, clock.today);
  const first = addDays(mondayOf(end), -7 * 52);
  const days = report.days.filter((day) => day.date >= first && day.date <= report.endDate);
  const running = report.startDate <= clock.today && clock.today <= report.endDate && isRunning(addDays(mondayOf(clock.today), 6), clock);
  const words = yearWords(days, report.endDate, clock.today);
  const counted = { from: report.startDate, to: report.endDate, today: clock.today };
  return (
    <>
      <Figures figures={figuresOf(report, report.endDate < clock.today)} className={styles.figures} />
      <Section title="The year" end={words ?? undefined} className={styles.year}>
        <Year days={days} today={end} label={`A year of days: ${words ?? 'nothing was planned'}`} />
      </Section>
      <div className={clsx(styles.charts, styles.pair)}>
        <WeekdayPicture title="Kept by weekday" counts={report.weekdays} period="time" />
        <HourPicture hours={report.hours} />
      </div>
      <div className={clsx(styles.charts, styles.single)}>
        <WeeksPicture
          title="Planned and kept, by week"
          weeks={report.weeks.slice(-LINE_WEEKS)}
          running={running}
          nameOf={(monday) => weekSpan(monday, counted)}
        />
      </div>
      <Focused focus={report.focus} />
      <Section title="Week by week" end={plural(report.weeks.length, 'week')}>
        <WeeksTable report={report} clock={clock} running={running} />
      </Section>
      <Meanings />
    </>
  );
}
