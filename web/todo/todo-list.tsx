import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react';
import { countWord, number } from '../../src/contracts/words/format.ts';
import { missedTasksQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { sameLists, useKept } from '../lib/kept.ts';
import { useArchive } from '../tasks/archive.ts';
import { DaySection } from '../tasks/day-section.tsx';
import { nextDue } from '../tasks/due.ts';
import { useNextBoxes } from '../tasks/planning/day-data.ts';
import columnStyles from '../tasks/row-columns.module.css';
import { linesOf, useRowList } from '../tasks/row-list.ts';
import { isOpen } from '../tasks/state.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { rowHeight, Windowed } from '../tasks/windowed.tsx';
import type { ReadablePages } from '../ui/list-end.tsx';
import { ErrorState, RowsSkeleton } from '../ui/states.tsx';
import type { ListTab } from './address.ts';
import { makeSections } from './changed-sections.ts';
import { NothingHere } from './empty-lists.tsx';
import { openSteps, stepCounts } from './sections.ts';
import styles from './todo-list.module.css';

// Only an archive of more than one page has it.
const ListEnd = lazy(() => import('../ui/list-end.tsx').then((module) => ({ default: module.ListEnd })));

/** The height of what a section has besides its rows, in pixels, until it is measured. */
const HEADING = 62;

/** '7, two without a box'. Boxes are not mentioned to somebody who has planned none. */
export function openWords(tasks: readonly Task[], boxes: ReadonlyMap<string, unknown>): string {
  const open = tasks.filter(isOpen);
  const without = open.filter(({ id }) => !boxes.has(id)).length;
  const some = without > 0 && without < open.length;
  return some ? `${number(tasks.length)}, ${countWord(without).toLowerCase()} without a box` : number(tasks.length);
}

interface TasksRead {
  readonly data: Task[] | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** For queries that are read here, but of which nothing is shown. */
export const UNSHOWN = { notifyOnChangeProps: [] };

/** The tasks that were read for a list, and the further pages of one that is not read whole. */
export function useTasksOf(tab: ListTab): { readonly query: TasksRead; readonly pages: ReadablePages | null } {
  const all = useQuery({ ...tasksQuery(), ...(['missed', 'archived'].includes(tab) && UNSHOWN) });
  const missed = useQuery({ ...missedTasksQuery(), ...(tab !== 'missed' && UNSHOWN) });
  const { query: archived } = useArchive({ enabled: tab === 'archived' });
  if (tab === 'archived') return { query: archived, pages: archived };
  return { query: tab === 'missed' ? missed : all, pages: null };
}

/** Gives the ids of the rows of a section. Those of a section with the same tasks are known. */
function makeRowIds(below: (id: string) => readonly Task[] | undefined) {
  const known = new WeakMap<readonly Task[], string[]>();
  return (tasks: readonly Task[]): string[] => {
    const ids = known.get(tasks) ?? linesOf(tasks, below).map(({ task }) => task.id);
    known.set(tasks, ids);
    return ids;
  };
}

interface TodoListProps {
  readonly tab: ListTab;
  readonly selected: string | null;
}

export function TodoList({ tab, selected }: TodoListProps) {
  const { query, pages } = useTasksOf(tab);
  const { clock, narrow } = useTaskScreen();
  const { zone, today } = clock;
  const tasks = query.data;
  // The first rows are rendered in short pieces, between which the page reacts.
  const isRead = useDeferredValue(tasks !== undefined);
  const goesOn = pages?.hasNextPage ?? false;
  const [made] = useState(makeSections);
  const sections = useMemo(() => {
    const all = tasks ? made(tab, tasks, { zone, today }) : [];
    // Tasks without a date stand at the end, which is not reached yet.
    return goesOn ? all.filter(({ date }) => date !== null) : all;
  }, [made, tab, tasks, zone, today, goesOn]);
  const steps = useMemo(() => stepCounts(tasks ?? []), [tasks]);
  const below = useKept(
    useMemo(() => openSteps(tasks ?? []), [tasks]),
    sameLists,
  );
  const belowOf = useCallback((id: string) => below.get(id), [below]);
  const stepsOf = useCallback((id: string) => steps.get(id), [steps]);
  const idsOf = useMemo(() => makeRowIds(belowOf), [belowOf]);
  const rows = useMemo(() => sections.map((section) => idsOf(section.tasks)), [sections, idsOf]);
  const ids = useMemo(() => rows.flat(), [rows]);
  const keys = useMemo(() => sections.map(({ key }) => key), [sections]);
  const { always, onFocus } = useRowList(ids, selected);
  const sectionsHeld = () => {
    const held = always();
    return held.length === 0 ? [] : keys.filter((_key, index) => held.some((id) => rows[index]?.includes(id)));
  };
  const next = useMemo(() => (tasks ? (nextDue(tasks, clock)?.id ?? null) : null), [tasks, clock]);
  const isToday = tab === 'today';
  const boxes = useNextBoxes(clock, isToday);
  if (!tasks && query.error) {
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        Your tasks are safe.
      </ErrorState>
    );
  }
  if (!tasks || !isRead) return <RowsSkeleton rows={8} label="Loading tasks" />;
  const end = pages && goesOn && (
    <Suspense>
      <ListEnd pages={pages} />
    </Suspense>
  );
  if (sections.length === 0) return end || <NothingHere tab={tab} />;

  const open = isToday ? sections.find(({ key }) => key === today) : undefined;
  const row = rowHeight(narrow);
  const part = (index: number, isWindowed: boolean) => {
    const section = sections[index];
    if (!section) return null;
    const day = (
      <DaySection
        group={section}
        {...(section.name !== undefined && { name: section.name })}
        {...(open?.key === section.key ? { sub: openWords(open.tasks, boxes), boxes } : { end: section.end })}
        selected={selected}
        nextId={next}
        stepsOf={stepsOf}
        below={belowOf}
        sums={section.summed ?? false}
        dated={tab === 'completed'}
        rowsOfList={ids.length}
        always={always}
      />
    );
    return isWindowed ? <div className={clsx(index > 0 && styles.apart)}>{day}</div> : day;
  };
  return (
    <>
      <Windowed
        as="div"
        className={columnStyles.container}
        ids={keys}
        rows={ids.length}
        around={1}
        height={(index) => HEADING + row * (rows[index]?.length ?? 0)}
        always={sectionsHeld}
        item={part}
        onFocus={onFocus}
      />
      {end}
    </>
  );
}
