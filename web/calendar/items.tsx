import { clsx } from 'clsx';
import type { KeyboardEvent } from 'react';
import { Link } from 'react-router-dom';
import { clockTime } from '../../src/contracts/words/format.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { Task } from '../api/tasks.ts';
import type { TimeBox } from '../api/time-boxes.ts';
import { dueOf } from '../tasks/due.ts';
import { wayToMove } from '../tasks/move.ts';
import { useBoxButton } from '../tasks/planning/box-keys.ts';
import { keepFocus } from '../tasks/planning/keep-focus.ts';
import { usePlanningDrag } from '../tasks/planning/planning-drag.tsx';
import { isOpen } from '../tasks/state.ts';
import { canPlan } from '../tasks/task-actions.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';
import { Mark } from '../ui/mark.tsx';
import styles from './items.module.css';

/** A due task, which can be dragged to another day or onto a time. Shift with the arrow keys moves it by a day. */
export function DueItem({ task }: { task: Task }) {
  const { clock, move, to } = useTaskScreen();
  const drag = usePlanningDrag();
  const due = dueOf(task, clock.zone);
  const mark = markOf(task);
  const { dragging } = drag ?? {};
  const isDragged = dragging?.dragged.kind === 'task' && dragging.dragged.task.id === task.id;

  function onKeyDown(event: KeyboardEvent): void {
    if (!event.shiftKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') || !due) return;
    event.preventDefault();
    const date = addDays(due.date, event.key === 'ArrowRight' ? 1 : -1);
    if (wayToMove(task) === null || date < clock.today) return;
    move(task, date);
    keepFocus(`[data-task="${task.id}"]`);
  }
  return (
    <Link
      className={clsx(styles.item, !isOpen(task) && styles.decided, isDragged && styles.dragged)}
      data-task={task.id}
      to={to(task.id)}
      draggable={false}
      aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight"
      onKeyDown={onKeyDown}
      onPointerDown={(event) => canPlan(task) && drag?.press(event, { kind: 'task', task })}
    >
      <Mark name={mark} size="s" />
      <b dir="auto">{task.title}</b> <span>{due?.time && clockTime(due.time)}</span>
    </Link>
  );
}

/** A box in the month, where there is no line of hours. */
export function BoxItem({ box }: { box: TimeBox }) {
  const { clock } = useTaskScreen();
  const drag = usePlanningDrag();
  const button = useBoxButton(box);
  const { dragging } = drag ?? {};
  const isDragged = dragging && dragging.dragged.kind !== 'task' && dragging.dragged.box.id === box.id;
  const isOver = Date.parse(box.endsAt) <= clock.now;
  return (
    <button
      type="button"
      className={clsx(styles.item, styles.box, isOver && styles.over, isDragged && styles.dragged)}
      {...button}
      onPointerDown={(event) => !isOver && drag?.press(event, { kind: 'box', box })}
    >
      <b dir="auto">{box.title}</b> <span>{clockTime(box.time)}</span>
    </button>
  );
}
