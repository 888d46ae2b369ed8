import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { number, plural } from '../../src/contracts/words/format.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { NewTaskLink } from '../quick-add/early-line.tsx';
import { DaySection } from '../tasks/day-section.tsx';
import { type DayGroup, type Filter, filtered, groupByDay, isFiltering, nextDue, upcoming } from '../tasks/due.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import type { ListTab } from './address.ts';
import styles from './todo-list.module.css';

/** Leaves out steps that are shown with their parent: those without a due date whose parent is in the list. */
export function withoutInnerSteps(tasks: readonly Task[]): Task[] {
  const ids = new Set(tasks.map((task) => task.id));
  return tasks.filter((task) => task.parentId === null || task.dueDate !== null || !ids.has(task.parentId));
}

/** The number of completed steps and of all steps, by the id of the parent. */
export function stepCounts(tasks: readonly Task[]): Map<string, readonly [number, number]> {
  const counts = new Map<string, readonly [number, number]>();
  for (const { parentId, completed } of tasks) {
    if (parentId === null) continue;
    const [done, all] = counts.get(parentId) ?? [0, 0];
    counts.set(parentId, [done + (completed ? 1 : 0), all + 1]);
  }
  return counts;
}

/** Oldest first for 'Upcoming', newest first for the other tabs. */
export function daysOf(tab: ListTab, tasks: readonly Task[], clock: Pick<OwnerClock, 'zone' | 'today'>): DayGroup[] {
  const groups = groupByDay(
    tab === 'upcoming' ? upcoming(withoutInnerSteps(tasks), clock.zone, clock.today) : tasks,
    clock.zone,
    clock.today,
  );
  if (tab === 'upcoming') return groups;
  return [...groups.filter((group) => group.date !== null).reverse(), ...groups.filter((group) => group.date === null)];
}

/** The number of rows rendered at first. A button shows the others. */
const FIRST = 300;

interface TodoListProps {
  readonly tab: ListTab;
  readonly query: UseQueryResult<Task[]>;
  readonly filter: Filter;
  readonly onClear: () => void;
  readonly selected: string | null;
}

export function TodoList({ tab, query, filter, onClear, selected }: TodoListProps) {
  const { clock } = useTaskScreen();
  const [limit, setLimit] = useState(FIRST);
  const { zone, today } = clock;
  const tasks = query.data;
  const days = useMemo(() => (tasks ? daysOf(tab, filtered(tasks, filter), { zone, today }) : []), [tab, tasks, filter, zone, today]);
  const steps = useMemo(() => stepCounts(tasks ?? []), [tasks]);
  if (!tasks && query.error) {
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        Your tasks are safe.
      </ErrorState>
    );
  }
  if (!tasks) return <RowsSkeleton rows={8} label="Loading tasks" />;
  if (days.length === 0) return isFiltering(filter) ? <NothingFound onClear={onClear} /> : <NothingHere tab={tab} />;

  const all = days.reduce((sum, day) => sum + day.tasks.length, 0);
  const next = nextDue(tasks, clock)?.id ?? null;
  return (
    <div className={clsx(all > 150 && styles.long)}>
      {firstDays(days, limit).map((group) => (
        <DaySection
          key={group.date ?? ''}
          group={group}
          end={endWords(tab, group, today)}
          selected={selected}
          nextId={next}
          stepsOf={(id) => steps.get(id)}
          sums={tab === 'upcoming' && group.date === today}
        />
      ))}
      {all > limit && (
        <Button className={styles.more} onClick={() => setLimit(all)}>
          Show all {plural(all, 'task')}
        </Button>
      )}
    </div>
  );
}

/** Cuts the list after `limit` rows. The last day may be incomplete. */
export function firstDays(days: readonly DayGroup[], limit: number): DayGroup[] {
  const shown: DayGroup[] = [];
  let room = limit;
  for (const day of days) {
    if (room <= 0) break;
    shown.push(day.tasks.length <= room ? day : { ...day, tasks: day.tasks.slice(0, room) });
    room -= day.tasks.length;
  }
  return shown;
}

function endWords(tab: ListTab, group: DayGroup, today: string): string {
  const count = number(group.tasks.length);
  if (tab !== 'upcoming' || group.date === null) return count;
  return group.date < today ? `${group.sums.open} still open` : `${group.sums.planned} planned`;
}

const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <Empty level={2} title="Nothing matches" mark="taken_back" action={<Button onClick={onClear}>Clear the filter</Button>}>
    No task in this list has all that the filter asks for.
  </Empty>
);

function NothingHere({ tab }: { tab: ListTab }) {
  if (tab === 'missed')
    return (
      <Empty level={2} title="Nothing missed" mark="completed">
        A task that passes its due time open comes here. It stays until it is done late or archived.
      </Empty>
    );
  if (tab === 'archived')
    return (
      <Empty level={2} title="Nothing archived" mark="taken_back">
        What is done, skipped or missed comes here after 30 days, or when you archive it.
      </Empty>
    );
  return (
    <Empty level={2} title="Nothing is promised" action={<NewTaskLink variant="secondary" />}>
      Write one line: what you will do, and until when. It stays here until it is kept, skipped with a reason, or missed.
    </Empty>
  );
}
