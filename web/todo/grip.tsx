import { GripVertical } from 'lucide-react';
import { createContext, type PointerEvent, use } from 'react';
import { sentence } from '../../src/contracts/words/isolated.ts';
import type { Task } from '../api/tasks.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuAtPoint, MenuItem } from '../ui/menu.tsx';
import styles from './grip.module.css';

interface Placing {
  /** Begins to follow a press on a grip. */
  readonly press: (event: PointerEvent, task: Task) => void;
  /** Opens the menu of places. `x` and `y`: pixels of the window. */
  readonly ask: (task: Task, x: number, y: number) => void;
}

export const PlacingContext = createContext<Placing | null>(null);

/**
 * On a touch screen a row is dragged by its grip, because a finger that rests on the row selects it. A press without a drag
 * opens a menu, which needs no drag.
 */
export function Grip({ task }: { readonly task: Task }) {
  const placing = use(PlacingContext);
  return (
    <IconButton
      label={sentence`Move: ${task.title}`}
      aria-haspopup="menu"
      className={styles.grip}
      data-grip=""
      onPointerDown={(event) => {
        // The row would swipe.
        event.stopPropagation();
        placing?.press(event, task);
      }}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        placing?.ask(task, left, bottom);
      }}
    >
      <Icon of={GripVertical} />
    </IconButton>
  );
}

interface PlaceMenuProps {
  readonly task: Task;
  readonly x: number;
  readonly y: number;
  /** The place of the task among the shown ones, from 0. */
  readonly place: number;
  readonly count: number;
  readonly onMove: (place: number) => void;
  readonly onClose: () => void;
}

export function PlaceMenu({ task, x, y, place, count, onMove, onClose }: PlaceMenuProps) {
  const ways = [
    ['Move up', place - 1],
    ['Move down', place + 1],
    ['Move to the top', 0],
    ['Move to the end', count - 1],
  ] as const;
  return (
    <MenuAtPoint x={x} y={y} label={sentence`Move: ${task.title}`} title={task.title} onClose={onClose}>
      {ways.map(([words, to]) => (
        <MenuItem key={words} disabled={to === place || to < 0 || to >= count} onSelect={() => onMove(to)}>
          {words}
        </MenuItem>
      ))}
    </MenuAtPoint>
  );
}
