import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type DailyReport, dailyQuery } from '../api/reports.ts';
import { addDays, daysBetween } from '../ledger/calendar.ts';
import type { Here } from '../ledger/here.ts';
import { longDate, plural } from '../ledger/words.ts';
import { Button } from '../ui/button.tsx';
import { DatePicker } from '../ui/date-picker.tsx';
import { Icon } from '../ui/icon.tsx';
import { Section } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import { Figures, figuresOf } from './figures.tsx';
import { Meanings } from './meanings.tsx';
import { Loaded } from './parts.tsx';
import { TakeAlong } from './take-along.tsx';
import { TaskTable } from './task-table.tsx';

interface DailyProps {
  /** Null: today. */
  readonly date: string | null;
  readonly here: Here;
  readonly onDate: (date: string | null) => void;
}

export function DailyActions({ date, here, onDate }: DailyProps) {
  const day = date ?? here.today;
  const go = (to: string | null) => onDate(to === here.today ? null : to);
  return (
    <>
      <span className="seg">
        <button type="button" aria-label="Previous day" onClick={() => go(addDays(day, -1))}>
          <Icon of={ChevronLeft} />
        </button>
        <button
          type="button"
          className={day === here.today ? 'on' : undefined}
          aria-pressed={day === here.today}
          onClick={() => onDate(null)}
        >
          Today
        </button>
        <button type="button" aria-label="Next day" onClick={() => go(addDays(day, 1))}>
          <Icon of={ChevronRight} />
        </button>
      </span>
      <span className="rep-date">
        <DatePicker label="Day" value={day} today={here.today} onChange={go} />
      </span>
      <TakeAlong type="daily" offset={daysBetween(here.today, day)} name={`vouch-daily-${day}`} />
    </>
  );
}

export const dailySub = (date: string | null, here: Here): string =>
  `${longDate(date ?? here.today)}${date === null ? `, as of ${here.time}` : ''}`;

export function Daily({ date, here, onDate }: DailyProps) {
  const query = useQuery(dailyQuery(date));
  return <Loaded query={query}>{(report) => <DailyBody report={report} here={here} onDate={onDate} />}</Loaded>;
}

function DailyBody({ report, here, onDate }: { report: DailyReport; here: Here; onDate: (date: string | null) => void }) {
  const { counts } = report;
  return (
    <>
      <Figures figures={figuresOf(report)} />
      <Section
        title="Promises of the day"
        end={
          [
            counts.postponed > 0 ? `${plural(counts.postponed, 'task')} postponed` : '',
            counts.taken_back > 0 ? `${counts.taken_back} taken back` : '',
          ]
            .filter(Boolean)
            .join(', ') || undefined
        }
      >
        {report.tasks.length === 0 ? (
          <Empty
            title="Nothing was due on this day"
            mark="taken_back"
            action={report.date === here.today ? undefined : <Button onClick={() => onDate(null)}>Today</Button>}
          >
            Such a day neither adds to the streak nor breaks it.
          </Empty>
        ) : (
          <TaskTable tasks={report.tasks} here={here} caption={`Promises of ${longDate(report.date)}`} />
        )}
      </Section>
      <Meanings names={['Planned', 'Kept', 'Missed', 'Skipped', 'Completion rate', 'Streak', 'Postponed', 'Taken back']} />
    </>
  );
}
