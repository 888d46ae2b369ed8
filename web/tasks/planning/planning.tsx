import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect } from 'react';
import { cachedTask } from '../cache.ts';
import { wayToMove } from '../move.ts';
import { canPlan } from '../task-actions.ts';
import { useTaskScreen } from '../task-screen.tsx';
import { useBoxActs } from './box-acts.ts';
import { type Dragged, type DropTarget, PlanningDragProvider, usePlanningDrag } from './planning-drag.tsx';
import { spanOfPlace } from './span.ts';

/** Rows are made elsewhere. They are dragged with the mouse only, because a finger that rests on a row selects it. */
const ROWS = '[data-part~="tasks"] [data-task]';
const NOT_DRAGGED = 'button, input, textarea, select';

function RowDrag() {
  const client = useQueryClient();
  const press = usePlanningDrag()?.press;
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.defaultPrevented || event.pointerType !== 'mouse' || !(event.target instanceof Element)) return;
      const row = event.target.closest<HTMLElement>(ROWS);
      const task = row && !event.target.closest(NOT_DRAGGED) && cachedTask(client, row.dataset.task ?? '');
      if (task && canPlan(task)) press?.(event, { kind: 'task', task });
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [client, press]);
  return null;
}

/** Lets tasks and boxes be dragged onto times and days. With `rows` the rows of a list of tasks can be dragged, too. */
export function Planning({ rows = false, children }: { rows?: boolean; children: ReactNode }) {
  const { clock, move } = useTaskScreen();
  const acts = useBoxActs(clock);
  const { zone, today, now } = clock;
  const canDropOn = useCallback(
    (dragged: Dragged, date: string) => {
      if (dragged.kind === 'task') return date >= today && wayToMove(dragged.task) !== null;
      const { time, minutes } = dragged.box;
      return spanOfPlace({ date, time, minutes }, zone).end > now;
    },
    [zone, today, now],
  );
  function onDrop(dragged: Dragged, target: DropTarget): void {
    if (dragged.kind === 'task') {
      if (target.kind === 'time') acts.plan(dragged.task, target.place);
      else move(dragged.task, target.date);
      return;
    }
    const { time, minutes } = dragged.box;
    acts.move(dragged.box, target.kind === 'time' ? target.place : { date: target.date, time, minutes });
  }
  return (
    <PlanningDragProvider zone={zone} today={today} canDropOn={canDropOn} onDrop={onDrop}>
      {rows && <RowDrag />}
      {children}
    </PlanningDragProvider>
  );
}
