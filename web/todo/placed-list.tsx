import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type DragEvent, type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { number } from '../../src/contracts/words/format.ts';
import { messageOf } from '../api/problem.ts';
import { placedTasksQuery, type Task } from '../api/tasks.ts';
import { usePointerDrag } from '../tasks/planning/pointer-drag.ts';
import columnStyles from '../tasks/row-columns.module.css';
import { useRowList } from '../tasks/row-list.ts';
import { TaskRow } from '../tasks/task-row.tsx';
import { type MenuPlace, useTaskScreen } from '../tasks/task-screen.tsx';
import { rowHeight, Windowed } from '../tasks/windowed.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { ErrorState, RowsSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import type { ListTab } from './address.ts';
import { NothingHere } from './empty-lists.tsx';
import { Grip, PlaceMenu, PlacingContext } from './grip.tsx';
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

const isSame = (a: Target | null, b: Target): boolean => a?.id === b.id && a.isAfter === b.isAfter;

const rowAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-task]') : null;

/**
 * What is to be done in a list, in the owner's own order. A row is moved by a drag of its title, by Alt and an arrow key, and on
 * a touch screen by its grip.
 */
export function PlacedList({ tab, selected }: PlacedListProps) {
  const { clock, narrow } = useTaskScreen();
  const { zone, today } = clock;
  const query = useQuery(placedTasksQuery());
  const all = query.data;
  const tasks = useMemo(() => (all ? openOf(tab, all, { zone, today }) : []), [tab, all, zone, today]);
  const steps = useMemo(() => stepCounts(all ?? []), [all]);
  const below = useMemo(() => openSteps(all ?? []), [all]);
  const lines = useMemo(
    () => tasks.flatMap((task) => [{ task, isStep: false }, ...(below.get(task.id) ?? []).map((step) => ({ task: step, isStep: true }))]),
    [tasks, below],
  );
  const rows = useMemo(() => lines.map(({ task }) => task.id), [lines]);
  const { always, onFocus } = useRowList(rows, selected);
  const [held, setHeld] = useState<string | null>(null);
  const kept = () => (held === null ? always() : [...always(), held]);
  const move = useMoves();
  const follow = usePointerDrag();
  const dragged = useRef<string | null>(null);
  const [target, setTarget] = useState<Target | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  // A drag goes on while the list changes.
  const newest = useRef<{ targetIn: typeof targetIn; drop: typeof drop } | null>(null);

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
  newest.current = { targetIn, drop };
  function moveTo(id: string, place: number): void {
    const before = beforeInOrder(ids, all ?? [], id, place);
    const task = tasks.find((one) => one.id === id);
    if (task && before !== undefined) move(task, before);
  }
  function targetIn(row: HTMLElement | null, y: number): Target | null {
    const id = row?.dataset.task;
    if (!row || id === undefined || !ids.includes(id)) return null;
    const { top, height } = row.getBoundingClientRect();
    const isAfter = y > top + height / 2;
    return { id, isAfter, top: row.offsetTop + (isAfter ? row.offsetHeight : 0) };
  }
  function drop(id: string, at: Target | null): void {
    setTarget(null);
    if (at === null || at.id === id) return;
    const others = ids.filter((one) => one !== id);
    moveTo(id, others.indexOf(at.id) + (at.isAfter ? 1 : 0));
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
    setHeld(dragged.current);
    if (dragged.current !== null) event.dataTransfer.effectAllowed = 'move';
  }
  function onDragOver(event: DragEvent): void {
    const next = dragged.current === null ? null : targetIn(rowAt(event.target), event.clientY);
    if (!next) return;
    event.preventDefault();
    setTarget((before) => (isSame(before, next) ? before : next));
  }
  function onDragEnd(): void {
    dragged.current = null;
    setHeld(null);
    setTarget(null);
  }
  function onDrop(event: DragEvent): void {
    event.preventDefault();
    if (dragged.current !== null) drop(dragged.current, target);
    onDragEnd();
  }
  function press(event: PointerEvent, { id }: Task): void {
    const pressed = rowAt(event.target);
    let last: Target | null = null;
    const end = () => {
      setHeld(null);
      pressed?.removeAttribute('data-held');
    };
    follow(event, {
      isAtOnce: true,
      onStart() {
        setHeld(id);
        pressed?.setAttribute('data-held', '');
        navigator.vibrate?.(10);
      },
      onMove({ x, y }) {
        // Beside the rows the last place stays.
        const next = newest.current?.targetIn(rowAt(document.elementFromPoint(x, y)), y);
        if (!next || isSame(last, next)) return;
        last = next;
        setTarget(next);
      },
      onDrop() {
        end();
        newest.current?.drop(id, last);
      },
      onCancel() {
        end();
        setTarget(null);
      },
    });
  }
  const row = (index: number, isWindowed: boolean) => {
    const line = lines[index];
    if (!line) return null;
    const { task, isStep } = line;
    return (
      <TaskRow
        task={task}
        selected={selected === task.id}
        steps={steps.get(task.id)}
        isStep={isStep}
        dated
        {...(!isStep && { Last: Grip })}
        {...(isWindowed && { place: index + 1, among: lines.length })}
      />
    );
  };
  return (
    <section className={clsx(ledgerStyles.day, columnStyles.container)}>
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2>My order</h2>
        <span className={styles.byMouse}>Drag a title, or press Alt and an arrow key</span>
        <span className={styles.byTouch}>Drag by the grip, or press it</span>
        <span className={textStyles.atEnd}>{number(tasks.length)}</span>
      </header>
      <div className={styles.rows}>
        <PlacingContext value={{ press, ask: (task, x, y) => setMenu({ task, x, y }) }}>
          <Windowed
            as="ol"
            className={ledgerStyles.rows}
            ids={rows}
            height={() => rowHeight(narrow)}
            always={kept}
            item={row}
            onFocus={onFocus}
            onKeyDown={onKeyDown}
            onDragStart={onDragStart}
            onDragOver={onDragOver}
            onDragEnd={onDragEnd}
            onDrop={onDrop}
          />
        </PlacingContext>
        {target && <div className={styles.line} style={{ top: target.top }} />}
      </div>
      {menu && (
        <PlaceMenu
          {...menu}
          place={ids.indexOf(menu.task.id)}
          count={ids.length}
          onMove={(place) => moveTo(menu.task.id, place)}
          onClose={() => setMenu(null)}
        />
      )}
    </section>
  );
}
