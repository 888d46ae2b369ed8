import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { fullDate } from '../../src/contracts/words/format.ts';
import { nothingDueQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { isoWeek } from '../lib/calendar.ts';
import { NewTaskLink } from '../quick-add/early-line.tsx';
import { cachedTask } from '../tasks/cache.ts';
import { DaySection } from '../tasks/day-section.tsx';
import { type DayGroup, groupByDay, nextDue, sumsOf } from '../tasks/due.ts';
import { FreshOffer } from '../tasks/fresh-offer.tsx';
import { useNothingDue } from '../tasks/nothing-due.ts';
import columnStyles from '../tasks/row-columns.module.css';
import { rowInHand, TASK_KEY_LIST, useTaskKeys } from '../tasks/task-keys.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { TaskScreenProvider } from '../tasks/task-screen-provider.tsx';
import { Button } from '../ui/button.tsx';
import layoutStyles from '../ui/layout.module.css';
import ledgerStyles from '../ui/ledger.module.css';
import { Page } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { BlockSkeleton, Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import styles from './dashboard.module.css';
import { EveningLine } from './evening-line.tsx';
import { useFirstReads } from './first-reads.ts';
import { useFirstSteps } from './first-steps.ts';
import { NextBlock } from './next.tsx';
import { StreakCard, ThisWeek, YearSection } from './progress.tsx';
import { usePutAway, type WholeDay, wholeDay } from './put-away.ts';
import { DaySoFar, NeedsYou, ofToday } from './today.tsx';

// Most people never see it again after their first day.
const FirstMinutes = lazy(() => import('./first-minutes.tsx').then((module) => ({ default: module.FirstMinutes })));

/** The number of past days below today. Days without due tasks are left out. */
const PAST_DAYS = 2;

interface DaysProps {
  readonly query: UseQueryResult<Task[]>;
  /** Today and past days. */
  readonly days: readonly WholeDay[];
}

function Days({ query, days }: DaysProps) {
  const { clock } = useTaskScreen();
  const { today } = clock;
  const tasks = query.data;
  const declared = useQuery(nothingDueQuery(today));
  if (!tasks && query.error) {
    return (
      <div>
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          Your tasks are safe.
        </ErrorState>
      </div>
    );
  }
  // An empty day waits for the answer whether it was marked as free, because its text would change otherwise.
  if (!tasks || (declared.isLoading && days[0]?.tasks.length === 0)) return <RowsSkeleton rows={7} label="Loading tasks" />;
  const next = nextDue(tasks, clock)?.id ?? null;
  return (
    <div className={columnStyles.container}>
      {days.map((group) => (
        <DaySection
          key={group.date}
          group={group}
          {...(group.date === today && group.tasks.length > 0 ? { sub: `${group.sums.planned} planned` } : {})}
          nextId={next}
          fold={2}
          sums
          away={group.away}
          end={endOf(group, today)}
        >
          {group.date === today && group.tasks.length === 0 && <NothingToday declared={declared.data ?? false} />}
        </DaySection>
      ))}
    </div>
  );
}

/** Today, even if it is empty, then the most recent past days. */
export function lastDays(groups: readonly DayGroup[], today: string): DayGroup[] {
  const now = groups.find((group) => group.date === today) ?? { date: today, tasks: [], sums: sumsOf([]), closed: false };
  const past = groups.filter((group) => group.date !== null && group.date < today).reverse();
  return [now, ...past.slice(0, PAST_DAYS)];
}

function endOf(group: DayGroup, today: string) {
  if (group.date === today)
    return (
      <Link className={clsx(textStyles.link, ledgerStyles.link)} to="/todo">
        All tasks
      </Link>
    );
  return group.closed ? 'closed' : `${group.sums.planned} planned`;
}

/** `declared`: the owner marked the day as one on which nothing is due. */
function NothingToday({ declared }: { declared: boolean }) {
  const nothingDue = useNothingDue();
  const acts = (
    <span className={layoutStyles.actions}>
      <NewTaskLink variant="secondary" isForToday />
      {!declared && (
        <Button variant="ghost" busy={nothingDue.isMarking} busyLabel="Saying so..." onClick={nothingDue.mark}>
          Nothing due today
        </Button>
      )}
    </span>
  );
  return (
    <div className={ledgerStyles.rows}>
      {declared ? (
        <Empty title="Nothing due today" mark="taken_back" action={acts}>
          You said so: you get no reminder, and nobody is notified. A task that you still add counts.
        </Empty>
      ) : (
        <Empty title="Nothing is promised for today" action={acts}>
          Write down one thing that you will do before midnight. It stays here until you have done it.
        </Empty>
      )}
    </div>
  );
}

const KEYS = [...TASK_KEY_LIST, ...COMMON_KEYS];

const to = (id: string): string => `/todo?task=${encodeURIComponent(id)}`;

function Day({ query }: { query: UseQueryResult<Task[]> }) {
  const { clock } = useTaskScreen();
  const { zone, today } = clock;
  const tasks = query.data;
  const listed = useMemo(() => (tasks ? lastDays(groupByDay(tasks, zone, today), today) : []), [tasks, zone, today]);
  const putAway = usePutAway(
    tasks,
    listed.flatMap(({ date }) => date ?? []),
    today,
  );
  /** The list says so. What is made from it would seem to load for ever. */
  const isFailed = !tasks && query.error !== null;
  const counted = tasks && [...ofToday(tasks, clock), ...putAway.filter(({ dueDate }) => dueDate === today)];
  return (
    <>
      <NextBlock tasks={tasks} />
      <EveningLine tasks={tasks} />
      <FreshOffer />
      {!isFailed && <DaySoFar tasks={tasks} counted={counted} />}
      <div className={styles.columns}>
        <Days query={query} days={listed.map((group) => wholeDay(group, putAway, today))} />
        <aside className={styles.rail} aria-label="At a glance">
          <StreakCard counted={counted} />
          {!isFailed && <NeedsYou tasks={tasks} />}
          <ThisWeek />
        </aside>
      </div>
      <YearSection />
    </>
  );
}

export function Dashboard() {
  const navigate = useNavigate();
  const edit = useCallback((task: Task) => void navigate(`${to(task.id)}&edit=1`), [navigate]);
  return (
    <TaskScreenProvider to={to} edit={edit}>
      <DashboardScreen />
    </TaskScreenProvider>
  );
}

function DashboardScreen() {
  const { clock, acts } = useTaskScreen();
  const client = useQueryClient();
  const keys = useKeyList(KEYS);
  const inHand = (): Task | null => {
    const id = rowInHand();
    return (id !== null && cachedTask(client, id)) || null;
  };
  useShortcuts({ ...useTaskKeys(inHand), z: () => void acts.undoLast(), '?': keys.show });
  const isReading = useFirstReads(clock.today);
  const tasks = useQuery(tasksQuery());
  const first = useFirstSteps(tasks.data);
  // A person who has never promised anything sees this one thing to do.
  const isNew = first.step === 'promise';
  return (
    <Page
      title="Dashboard"
      sub={`${fullDate(clock.today)}, week ${isoWeek(clock.today)}`}
      actions={!isNew && <NewTaskLink variant="secondary" />}
    >
      {first.step && (
        <Suspense fallback={<BlockSkeleton height={240} label="Loading" />}>
          <FirstMinutes step={first.step} go={first.go} />
        </Suspense>
      )}
      {!isNew && (first.loading || isReading ? <RowsSkeleton rows={7} label="Loading tasks" /> : <Day query={tasks} />)}
      {keys.dialog}
    </Page>
  );
}
