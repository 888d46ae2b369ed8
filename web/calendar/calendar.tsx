import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { dayHeading, hoursAndMinutes, MONTHS, period } from '../../src/contracts/words/format.ts';
import { weekdayOf } from '../../src/contracts/words/phrases/days.ts';
import type { Task } from '../api/tasks.ts';
import { isoWeek } from '../lib/calendar.ts';
import { NewTaskLink } from '../quick-add/early-line.tsx';
import { Planning } from '../tasks/planning/planning.tsx';
import { rowInHand, TASK_KEY_LIST, useTaskKeys } from '../tasks/task-keys.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TaskScreenProvider } from '../tasks/task-screen-provider.tsx';
import { Icon } from '../ui/icon.tsx';
import { Page } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { BlockSkeleton, ErrorState } from '../ui/states.tsx';
import { addressOf, beside, type CalendarAddress, datesOf, useCalendarAddress, VIEWS } from './address.ts';
import { Agenda } from './agenda.tsx';
import styles from './calendar.module.css';
import { type CalendarDay, useCalendarDays } from './data.ts';
import { DayView } from './day-view.tsx';
import { Month } from './month.tsx';
import { Week } from './week.tsx';

const VIEW_NAMES = { day: 'Day', week: 'Week', month: 'Month' } as const;
const NOW_NAMES = { day: 'Today', week: 'This week', month: 'This month' } as const;
const KEYS = [
  [['Shift', '←', '→'], 'Move the task or the box by a day'],
  [['↑', '↓'], 'Move the box by 15 minutes'],
  [['Shift', '↑', '↓'], 'Make the box shorter or longer'],
  ...TASK_KEY_LIST,
  ...COMMON_KEYS,
] as const;

const to = (id: string): string => `/todo?task=${encodeURIComponent(id)}`;

export function Calendar() {
  const navigate = useNavigate();
  const edit = useCallback((task: Task) => void navigate(`${to(task.id)}&edit=1`), [navigate]);
  return (
    <TaskScreenProvider to={to} edit={edit}>
      <Planning>
        <CalendarScreen />
      </Planning>
    </TaskScreenProvider>
  );
}

function titleOf({ view, date }: CalendarAddress, today: string): string {
  // Every week of seven days contains one Thursday, which gives it its number.
  if (view === 'week') return `Week ${isoWeek(datesOf({ view, date }).find((one) => weekdayOf(one) === 4) ?? date)}`;
  if (view === 'month') return `${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
  return dayHeading(date, today).name;
}

/** 'Monday 16 to Sunday 22 November 2026. 23 h 40 min planned, 36 due.' */
export function sumWords(address: CalendarAddress, days: readonly CalendarDay[] | undefined): string {
  const dates = datesOf(address);
  const own = days?.filter(({ date }) => address.view !== 'month' || date.slice(0, 7) === address.date.slice(0, 7));
  const planned = own?.reduce((all, day) => all + day.planned, 0) ?? 0;
  const due = own?.reduce((all, day) => all + day.tasks.length, 0) ?? 0;
  const sums = own ? `${planned === 0 ? 'Nothing planned' : `${hoursAndMinutes(planned)} planned`}, ${due} due.` : '';
  return address.view === 'month' ? sums : `${period(dates[0] ?? '', dates.at(-1) ?? '', true)}. ${sums}`;
}

function CalendarScreen() {
  const { clock, acts, narrow } = useTaskScreen();
  const address = useCalendarAddress(clock.today);
  const { view, date } = address;
  const dates = useMemo(() => datesOf({ view, date }), [view, date]);
  const { days, error, retry, isFetching } = useCalendarDays(dates, clock.zone);
  const keys = useKeyList(KEYS);
  const tasks = days?.flatMap((day) => day.tasks);
  const taskKeys = useTaskKeys(() => tasks?.find(({ id }) => id === rowInHand()) ?? null);
  useShortcuts({ ...taskKeys, z: () => void acts.undoLast(), '?': keys.show });
  return (
    <Page
      wide
      title={titleOf(address, clock.today)}
      sub={sumWords(address, days)}
      actions={
        <span className={styles.actions}>
          <Steps address={address} today={clock.today} />
          <nav className={styles.group} aria-label="Show">
            {VIEWS.map((one) => (
              <Link key={one} to={addressOf({ view: one, date }, clock.today)} aria-current={one === view ? 'page' : undefined}>
                {VIEW_NAMES[one]}
              </Link>
            ))}
          </nav>
          <NewTaskLink variant="primary" />
        </span>
      }
    >
      {!days && error && (
        <ErrorState title={error.message} onRetry={retry} retrying={isFetching}>
          Your tasks and your plan are safe.
        </ErrorState>
      )}
      {!days && !error && <BlockSkeleton height={480} label="Loading the calendar" />}
      {days && view === 'day' && days[0] && <DayView key={date} day={days[0]} />}
      {days && view === 'week' && (narrow ? <Agenda days={days} /> : <Week days={days} />)}
      {days && view === 'month' && <Month days={days} month={date.slice(0, 7)} />}
      {keys.dialog}
    </Page>
  );
}

function Steps({ address, today }: { address: CalendarAddress; today: string }) {
  const { view } = address;
  const name = view === 'day' ? 'Day' : view === 'week' ? 'Week' : 'Month';
  const isNow = datesOf(address).includes(today) && (view !== 'month' || address.date.slice(0, 7) === today.slice(0, 7));
  return (
    <nav className={styles.group} aria-label="Range">
      <Link to={addressOf(beside(address, -1), today)} aria-label={`${name} before`}>
        <Icon of={ChevronLeft} />
      </Link>
      <Link to={addressOf({ view, date: today }, today)} aria-current={isNow ? 'date' : undefined} className={styles.now}>
        {NOW_NAMES[view]}
      </Link>
      <Link to={addressOf(beside(address, 1), today)} aria-label={`${name} after`}>
        <Icon of={ChevronRight} />
      </Link>
    </nav>
  );
}
