import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Repeat } from 'lucide-react';
import { lazy, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { number, shortDate } from '../../src/contracts/words/format.ts';
import { messageOf } from '../api/problem.ts';
import { routinesQuery } from '../api/routines.ts';
import { type SearchResult, searchQuery } from '../api/search.ts';
import { type Task, tasksQuery } from '../api/tasks.ts';
import columnStyles from '../tasks/row-columns.module.css';
import { useRowList } from '../tasks/row-list.ts';
import { TaskRow } from '../tasks/task-row.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { rowHeight, Windowed } from '../tasks/windowed.tsx';
import { useAnnouncement } from '../ui/announcer.tsx';
import { Tags } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import markStyles from '../ui/mark.module.css';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { stepCounts } from './sections.ts';

// Only what has more than one page has it.
const ListEnd = lazy(() => import('../ui/list-end.tsx').then((module) => ({ default: module.ListEnd })));

type Found = { readonly task: Task } | { readonly routine: SearchResult };

/**
 * The tasks of the results as they now are, and the routines, in the order of the server, as far as they were read. `total`: how much all
 * pages have together.
 */
function useFound(text: string) {
  const search = useInfiniteQuery(searchQuery(text));
  const pages = search.data?.pages;
  const tasks = useQuery(tasksQuery()).data;
  const found = useMemo(() => {
    if (!pages || !tasks) return undefined;
    const byId = new Map(tasks.map((task) => [task.id, task]));
    return pages
      .flatMap(({ items }) => items)
      .flatMap((result): Found[] => {
        if (result.kind === 'routine') return [{ routine: result }];
        const task = byId.get(result.id) ?? result.task;
        // It was deleted here, and the search does not know it yet.
        return task ? [{ task }] : [];
      });
  }, [pages, tasks]);
  const read = pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0;
  const total = (pages?.[0]?.total ?? read) - read + (found?.length ?? 0);
  return { search, found, total, tasks };
}

interface FoundListProps {
  readonly text: string;
  readonly selected: string | null;
  readonly onClear: () => void;
}

/** What a search finds. */
export function FoundList({ text, selected, onClear }: FoundListProps) {
  const { search, found, total, tasks } = useFound(text);
  const { narrow } = useTaskScreen();
  const steps = useMemo(() => stepCounts(tasks ?? []), [tasks]);
  const ids = useMemo(() => (found ?? []).map((one) => ('task' in one ? one.task.id : one.routine.id)), [found]);
  const taskIds = useMemo(() => (found ?? []).flatMap((one) => ('task' in one ? [one.task.id] : [])), [found]);
  const { always, onFocus } = useRowList(taskIds, selected);
  useAnnouncement(found && total > 0 ? `${number(total)} found` : '');
  if (search.error && !search.data) {
    return (
      <ErrorState title={messageOf(search.error)} onRetry={() => void search.refetch()} retrying={search.isFetching}>
        Your tasks are safe.
      </ErrorState>
    );
  }
  if (!found) return <RowsSkeleton rows={8} label="Loading tasks" />;
  const end = search.hasNextPage && (
    <Suspense>
      <ListEnd pages={search} />
    </Suspense>
  );
  if (found.length === 0 && !end) {
    return (
      <Empty level={2} title="Nothing matches" mark="taken_back" action={<Button onClick={onClear}>Clear the filter</Button>}>
        No task has all that the filter asks for. What is archived is found with is:archived.
      </Empty>
    );
  }
  const row = (index: number, isWindowed: boolean) => {
    const one = found[index];
    if (!one) return null;
    const place = isWindowed || end ? { place: index + 1, among: total } : {};
    if ('routine' in one) return <RoutineRow routine={one.routine} {...place} />;
    return <TaskRow task={one.task} selected={selected === one.task.id} steps={steps.get(one.task.id)} dated {...place} />;
  };
  return (
    <section className={clsx(ledgerStyles.day, columnStyles.container)}>
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2>Found</h2>
        <span className={textStyles.atEnd}>{number(total)}</span>
      </header>
      <Windowed
        as="ol"
        className={ledgerStyles.rows}
        ids={ids}
        height={() => rowHeight(narrow)}
        always={always}
        item={row}
        onFocus={onFocus}
      />
      {end}
    </section>
  );
}

const routineAddress = (id: string): string => `/todo?tab=routines&routine=${encodeURIComponent(id)}`;

/** Shows when the routine makes its next task. */
function RoutineRow({ routine, place, among }: { routine: SearchResult; place?: number; among?: number }) {
  const { today } = useTaskScreen().clock;
  const next = useQuery(routinesQuery()).data?.find(({ id }) => id === routine.id)?.nextDates[0];
  return (
    <li className={ledgerStyles.row} data-part="row" aria-posinset={place} aria-setsize={among}>
      <span className={clsx(markStyles.button, markStyles.still)} data-part="tick">
        <Icon of={Repeat} label="Routine" />
      </span>
      <div className={ledgerStyles.rowBody} data-part="row-body">
        <Link className={ledgerStyles.title} data-part="title" to={routineAddress(routine.id)}>
          {routine.title}
        </Link>
        <div className={ledgerStyles.details}>{routine.tags.length > 0 && <Tags tags={routine.tags} />}</div>
        {next && (
          <div className={ledgerStyles.rowEnd} data-part="row-end">
            <span className={textStyles.faint}>next {shortDate(next, today)}</span>
          </div>
        )}
      </div>
    </li>
  );
}
