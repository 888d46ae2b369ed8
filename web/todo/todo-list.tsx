import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { countWord, number, plural } from '../../src/contracts/words/format.ts';
import type { Task } from '../api/tasks.ts';
import { DaySection } from '../tasks/day-section.tsx';
import { nextDue } from '../tasks/due.ts';
import { useNextBoxes } from '../tasks/planning/day-data.ts';
import columnStyles from '../tasks/row-columns.module.css';
import { isOpen } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorState, RowsSkeleton } from '../ui/states.tsx';
import type { ListTab } from './address.ts';
import { NothingHere } from './empty-lists.tsx';
import { firstRows, openSteps, sectionsOf, stepCounts } from './sections.ts';
import styles from './todo-list.module.css';

/** The number of rows rendered at first. A button shows the others. */
const FIRST = 300;

/** '7, two without a box'. Boxes are not mentioned to somebody who has planned none. */
export function openWords(tasks: readonly Task[], boxes: ReadonlyMap<string, unknown>): string {
  const open = tasks.filter(isOpen);
  const without = open.filter(({ id }) => !boxes.has(id)).length;
  const some = without > 0 && without < open.length;
  return some ? `${number(tasks.length)}, ${countWord(without).toLowerCase()} without a box` : number(tasks.length);
}

interface TodoListProps {
  readonly tab: ListTab;
  readonly query: UseQueryResult<Task[]>;
  readonly selected: string | null;
}

export function TodoList({ tab, query, selected }: TodoListProps) {
  const { clock } = useTaskScreen();
  const [limit, setLimit] = useState(FIRST);
  const { zone, today } = clock;
  const tasks = query.data;
  const sections = useMemo(() => (tasks ? sectionsOf(tab, tasks, { zone, today }) : []), [tab, tasks, zone, today]);
  const steps = useMemo(() => stepCounts(tasks ?? []), [tasks]);
  const below = useMemo(() => openSteps(tasks ?? []), [tasks]);
  const isToday = tab === 'today';
  const boxes = useNextBoxes(clock, isToday);
  if (!tasks && query.error) {
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        Your tasks are safe.
      </ErrorState>
    );
  }
  if (!tasks) return <RowsSkeleton rows={8} label="Loading tasks" />;
  if (sections.length === 0) return <NothingHere tab={tab} />;

  const open = isToday ? sections.find(({ key }) => key === today) : undefined;
  const all = sections.reduce((sum, section) => sum + section.tasks.length, 0);
  const next = nextDue(tasks, clock)?.id ?? null;
  return (
    <div className={clsx(all > 150 && styles.long, isToday && columnStyles.container)}>
      {firstRows(sections, limit).map((section) => (
        <DaySection
          key={section.key}
          group={section}
          {...(section.name !== undefined && { name: section.name })}
          {...(open?.key === section.key ? { sub: openWords(open.tasks, boxes), boxes } : { end: section.end })}
          selected={selected}
          nextId={next}
          stepsOf={(id) => steps.get(id)}
          below={(id) => below.get(id)}
          sums={section.summed ?? false}
          dated={tab === 'completed'}
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
