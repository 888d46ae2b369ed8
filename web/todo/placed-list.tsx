import { useQuery } from '@tanstack/react-query';
import { type DragEvent, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { number } from '../../src/contracts/words/format.ts';
import { messageOf } from '../api/problem.ts';
import { placedTasksQuery, type Task } from '../api/tasks.ts';
import { TaskRow } from '../tasks/task-row.tsx';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { ErrorState, RowsSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import type { ListTab } from './address.ts';
import { NothingHere } from './empty-lists.tsx';
import { beforeInOrder, useMoves } from './own-order.ts';
import styles from './placed-list.module.css';
import { openOf, openSteps, stepCounts } from './sections.ts';

interface PlacedListProps {
  readonly tab: ListTab;
  readonly selected: string | null;
}

/** Where a dragged row would be put: before or after another one. `top`: of the line that shows it, in pixels. */
interface Target {
  readonly id: string;
  readonly isAfter: boolean;
  readonly top: number;
}

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null;

/** What is to be done in a list, in the owner's own order. A row is moved by a drag of its title, or by Alt and an arrow key. */
export function PlacedList({ tab, selected }: PlacedListProps) {
  const { clock } = useTaskScreen();
  const { zone, today } = clock;
  const query = useQuery(placedTasksQuery());
  const all = query.data;
  const tasks = useMemo(() => (all ? openOf(tab, all, { zone, today }) : []), [tab, all, zone, today]);
  const steps = useMemo(() => stepCounts(all ?? []), [all]);
  const below = useMemo(() => openSteps(all ?? []), [all]);
  const move = useMoves();
  const dragged = useRef<string | null>(null);
  const [target, setTarget] = useState<Target | null>(null);

  if (!all && query.error) {
    return (
      <ErrorState title={messageOf(query.error)} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        Your tasks are safe.
      </ErrorState>
    );
  }
  if (!all) return <RowsSkeleton rows={8} label="Loading tasks" />;
  if (tasks.length === 0) return <NothingHere tab={tab} />;

  const ids = tasks.map(({ id }) => id);
  function moveTo(id: string, place: number): void {
    const before = beforeInOrder(ids, all ?? [], id, place);
    const task = tasks.find((one) => one.id === id);
    if (task && before !== undefined) move(task, before);
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const id = rowAt(event.target)?.dataset.task;
    if (!event.altKey || step === undefined || id === undefined || !ids.includes(id)) return;
    event.preventDefault();
    const row = rowAt(event.target);
    moveTo(id, ids.indexOf(id) + step);
    // The row is another element of the page while it moves, and the keyboard stays with it.
    requestAnimationFrame(() => row?.querySelector<HTMLElement>('[data-part="title"]')?.focus());
  }
  function onDragStart(event: DragEvent): void {
    const id = rowAt(event.target)?.dataset.task ?? null;
    dragged.current = id !== null && ids.includes(id) ? id : null;
    if (dragged.current !== null) event.dataTransfer.effectAllowed = 'move';
  }
  function onDragOver(event: DragEvent): void {
    const row = rowAt(event.target);
    const id = row?.dataset.task;
    if (dragged.current === null || !row || id === undefined || !ids.includes(id)) return;
    event.preventDefault();
    const { top, height } = row.getBoundingClientRect();
    const isAfter = event.clientY > top + height / 2;
    const edge = row.offsetTop + (isAfter ? row.offsetHeight : 0);
    if (target?.id !== id || target.isAfter !== isAfter) setTarget({ id, isAfter, top: edge });
  }
  function onDragEnd(): void {
    dragged.current = null;
    setTarget(null);
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    const id = dragged.current;
    if (id !== null && target !== null && target.id !== id) {
      const others = ids.filter((one) => one !== id);
      moveTo(id, others.indexOf(target.id) + (target.isAfter ? 1 : 0));
    }
    onDragEnd();
  }
  const row = (task: Task, isStep: boolean) => (
    <TaskRow key={task.id} task={task} selected={selected === task.id} steps={steps.get(task.id)} isStep={isStep} dated />
  );
  return (
    <section className={ledgerStyles.day}>
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2>My order</h2>
        <span>Drag a title, or press Alt and an arrow key</span>
        <span className={textStyles.atEnd}>{number(tasks.length)}</span>
      </header>
      <div className={styles.rows}>
        <ol
          className={ledgerStyles.rows}
          onKeyDown={onKeyDown}
          onDragStart={onDragStart}
          onDragOver={onDragOver}
          onDragEnd={onDragEnd}
          onDrop={onDrop}
        >
          {tasks.flatMap((task) => [row(task, false), ...(below.get(task.id) ?? []).map((step) => row(step, true))])}
        </ol>
        {target && <div className={styles.line} style={{ top: target.top }} />}
      </div>
    </section>
  );
}
