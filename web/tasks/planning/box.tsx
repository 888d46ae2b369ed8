import { clsx } from 'clsx';
import type { PointerEvent } from 'react';
import type { TimeBox } from '../../api/time-boxes.ts';
import layoutStyles from '../../ui/layout.module.css';
import { useTaskScreen } from '../task-screen.tsx';
import styles from './box.module.css';
import { useBoxButton } from './box-keys.ts';
import { usePlanningDrag } from './planning-drag.tsx';
import { rangeOf, spanOf } from './span.ts';

export interface BoxLook {
  /** In percent of the height of the line. */
  readonly top: number;
  readonly height: number;
  readonly left: number;
  readonly width: number;
}

interface BoxProps {
  readonly box: TimeBox;
  readonly look: BoxLook;
  /** Too low for a second line. */
  readonly small: boolean;
  /** What is said beside the time, for example how long it was worked on. */
  readonly note: string | null;
}

export const lookStyle = ({ top, height, left, width }: BoxLook) => ({
  top: `${top}%`,
  height: `${height}%`,
  left: `${left}%`,
  width: `${width}%`,
});

/** A press opens the form, in which everything can be done that the mouse and the keys do. */
export function Box({ box, look, small, note }: BoxProps) {
  const { clock } = useTaskScreen();
  const button = useBoxButton(box);
  const drag = usePlanningDrag();
  const { start, end } = spanOf(box);
  const isOver = end <= clock.now;
  const isNow = !isOver && start <= clock.now;
  const isDragged = drag?.dragging?.dragged.kind !== 'task' && drag?.dragging?.dragged.box.id === box.id;
  const range = rangeOf(box, clock.zone);

  const grip = (edge: 'start' | 'end') => (event: PointerEvent) => {
    event.stopPropagation();
    drag?.press(event, { kind: 'edge', box, edge });
  };
  return (
    <li className={clsx(styles.place, isDragged && styles.dragged)} style={lookStyle(look)}>
      <button
        type="button"
        className={clsx(styles.box, isOver && styles.over, isNow && styles.now, small && styles.small)}
        aria-current={isNow ? 'time' : undefined}
        {...button}
        onPointerDown={(event) => !isOver && drag?.press(event, { kind: 'box', box })}
      >
        <b dir="auto">{box.title}</b>{' '}
        <span className={small ? layoutStyles.visuallyHidden : undefined}>{[range, note].filter(Boolean).join(', ')}</span>
      </button>
      {!isOver && drag && (
        <>
          <span className={clsx(styles.edge, styles.upper)} aria-hidden="true" onPointerDown={grip('start')} />
          <span className={clsx(styles.edge, styles.lower)} aria-hidden="true" onPointerDown={grip('end')} />
        </>
      )}
    </li>
  );
}
