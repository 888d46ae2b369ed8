import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Share2 } from 'lucide-react';
import { clockTime, number, period, shortDate, WEEKDAYS } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { weekSpan } from '../../src/contracts/words/report-weeks.ts';
import { overallQuery, type WeeklyReport, weeklyQuery } from '../api/reports.ts';
import { earlier, isoWeek, mondayOf } from '../lib/calendar.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Figures } from '../ui/figures.tsx';
import { Icon } from '../ui/icon.tsx';
import { Section } from '../ui/page.tsx';
import tabsStyles from '../ui/tabs.module.css';
import { isRunning, type ReportClock } from './as-of-clock.ts';
import { Download } from './download.tsx';
import { Focused } from './focused.tsx';
import { figuresOf, Loaded, Meanings } from './parts.tsx';
import { DelayPicture, HourPicture, WeekdayPicture, WeeksPicture } from './pictures.tsx';
import reportStyles from './report.module.css';
import { DayTable, delaysOf, TaskTable } from './tables.tsx';

const WEEKS = 12;
const mondayAt = (clock: Pick<ReportClock, 'today'>, offset: number): string => addDays(mondayOf(clock.today), offset * 7);

interface WeeklyProps {
  readonly offset: number;
  readonly clock: ReportClock;
  readonly onOffset: (offset: number) => void;
}

export function WeeklyActions({ offset, clock, onOffset }: WeeklyProps) {
  return (
    <>
      <span className={tabsStyles.segments} data-part="segments">
        <button type="button" aria-label="Previous week" onClick={() => onOffset(offset - 1)}>
          <Icon of={ChevronLeft} />
        </button>
        <button
          type="button"
          className={offset === 0 ? tabsStyles.chosen : undefined}
          aria-pressed={offset === 0}
          onClick={() => onOffset(0)}
        >
          {clock.asOf === null ? 'This week' : 'That week'}
        </button>
        <button type="button" aria-label="Next week" onClick={() => onOffset(offset + 1)}>
          <Icon of={ChevronRight} />
        </button>
      </span>
      <Download type="weekly" offset={offset} asOf={clock.asOf} name={`vouch-weekly-${mondayAt(clock, offset)}`}>
        <ButtonLink to="/posts" variant="ghost" icon={<Icon of={Share2} />}>
          Posts
        </ButtonLink>
      </Download>
    </>
  );
}

/** For example 'Week 47, Monday 16 to Sunday 22 November 2026, as of Thu 14:12'. */
export function weeklySub(offset: number, clock: Pick<ReportClock, 'today' | 'time'>): string {
  const from = mondayAt(clock, offset);
  const to = addDays(from, 6);
  return `Week ${isoWeek(from)}, ${period(from, to, true)}${offset === 0 ? `, as of ${shortDate(clock.today, clock.today).slice(0, 3)} ${clockTime(clock.time)}` : ''}`;
}

export function Weekly({ offset, clock }: Omit<WeeklyProps, 'onOffset'>) {
  const query = useQuery(weeklyQuery(offset, clock.asOf));
  return <Loaded query={query}>{(report) => <WeeklyBody report={report} clock={clock} />}</Loaded>;
}

function WeeklyBody({ report, clock }: { report: WeeklyReport; clock: ReportClock }) {
  // Ends with this week at the latest, because later weeks have no data yet.
  const last = earlier(report.from, mondayOf(clock.today));
  const weeks = useQuery(overallQuery(addDays(last, -7 * (WEEKS - 1)), addDays(last, 6), clock.asOf));
  const running = report.from <= clock.today && isRunning(report.to, clock);
  return (
    <>
      <Figures figures={figuresOf(report, report.to < clock.today)} className={reportStyles.figures} />
      <div className={reportStyles.days}>
        <Section title="Day by day">
          <DayTable report={report} clock={clock} />
        </Section>
        <WeekdayPicture
          title="Kept by weekday"
          counts={report.days.map((day) => day.counts)}
          now={running ? report.days.findIndex((day) => day.date === clock.today) : -1}
        />
      </div>
      <div className={reportStyles.charts}>
        <HourPicture hours={report.hours} />
        <DelayPicture delays={delaysOf(report.tasks)} />
        <WeeksPicture
          title={`Planned and kept, ${WEEKS} weeks`}
          weeks={weeks.data?.weeks}
          error={weeks.error}
          running={isRunning(addDays(last, 6), clock)}
          nameOf={(monday) => weekSpan(monday, { from: monday, to: addDays(monday, 6), today: clock.today })}
        />
      </div>
      <Focused focus={report.focus} />
      {report.tasks.length > 0 && (
        <Section title="Promises of the week" end={number(report.tasks.length)}>
          <TaskTable tasks={report.tasks} clock={clock} caption={`Promises of the week from ${WEEKDAYS[0]} ${report.from}`} dated />
        </Section>
      )}
      <Meanings />
    </>
  );
}
