import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { clockTime, fullDate, plural } from '../../src/contracts/words/format.ts';
import { addDays, daysBetween } from '../../src/contracts/words/phrases/days.ts';
import { type DailyReport, dailyQuery } from '../api/reports.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Figures } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Section } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import tabsStyles from '../ui/tabs.module.css';
import type { ReportClock } from './as-of-clock.ts';
import { Download } from './download.tsx';
import { Focused } from './focused.tsx';
import { figuresOf, Loaded, Meanings } from './parts.tsx';
import reportStyles from './report.module.css';
import { TaskTable } from './tables.tsx';

interface DailyProps {
  /** Null: today. */
  readonly date: string | null;
  readonly clock: ReportClock;
  readonly onDate: (date: string | null) => void;
}

/** The day on which the clock of the report stands. */
const todayWord = ({ asOf }: ReportClock): string => (asOf === null ? 'Today' : 'That day');

export function DailyActions({ date, clock, onDate }: DailyProps) {
  const day = date ?? clock.today;
  const go = (to: string | null) => onDate(to === clock.today ? null : to);
  return (
    <>
      <span className={tabsStyles.segments} data-part="segments">
        <button type="button" aria-label="Previous day" onClick={() => go(addDays(day, -1))}>
          <Icon of={ChevronLeft} />
        </button>
        <button
          type="button"
          className={day === clock.today ? tabsStyles.chosen : undefined}
          aria-pressed={day === clock.today}
          onClick={() => onDate(null)}
        >
          {todayWord(clock)}
        </button>
        <button type="button" aria-label="Next day" onClick={() => go(addDays(day, 1))}>
          <Icon of={ChevronRight} />
        </button>
      </span>
      <span className={reportStyles.date}>
        <DatePicker label="Day" value={day} today={clock.today} onChange={go} />
      </span>
      <Download type="daily" offset={daysBetween(clock.today, day)} asOf={clock.asOf} name={`vouch-daily-${day}`} />
    </>
  );
}

export const dailySub = (date: string | null, clock: ReportClock): string =>
  `${fullDate(date ?? clock.today)}${date === null ? `, as of ${clockTime(clock.time)}` : ''}`;

export function Daily({ date, clock, onDate }: DailyProps) {
  const query = useQuery(dailyQuery(date, clock.asOf));
  return <Loaded query={query}>{(report) => <DailyBody report={report} clock={clock} onDate={onDate} />}</Loaded>;
}

const MEANINGS_OF_A_DAY = [
  'planned',
  'kept',
  'missed',
  'late',
  'skipped',
  'open',
  'postponed',
  'taken_back',
  'completion_rate',
  'streak',
] as const;

function DailyBody({ report, clock, onDate }: { report: DailyReport; clock: ReportClock; onDate: (date: string | null) => void }) {
  const { counts } = report;
  const { today } = clock;
  return (
    <>
      <Figures figures={figuresOf(report, report.date < today)} className={reportStyles.figures} />
      <Focused focus={report.focus} />
      <Section
        title="Promises of the day"
        end={
          [
            counts.postponed > 0 ? `${plural(counts.postponed, 'task')} postponed` : '',
            counts.takenBack > 0 ? `${counts.takenBack} taken back` : '',
          ]
            .filter(Boolean)
            .join(', ') || undefined
        }
      >
        {report.tasks.length === 0 ? (
          <Empty
            title="Nothing was due on this day"
            mark="taken_back"
            action={report.date === clock.today ? undefined : <Button onClick={() => onDate(null)}>{todayWord(clock)}</Button>}
          >
            Such a day neither adds to the streak nor breaks it.
          </Empty>
        ) : (
          <TaskTable tasks={report.tasks} clock={clock} caption={`Promises of ${fullDate(report.date)}`} />
        )}
      </Section>
      <Meanings names={MEANINGS_OF_A_DAY} />
    </>
  );
}
