import { createContext, use, useCallback, useEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Task } from '../api/tasks.ts';
import { isUndecided } from './state.ts';

/** The ids of the rows that are rendered wherever they are in the list. Asked whenever other rows come into the window. */
export type HeldRows = () => readonly string[];
export const NO_ROWS: HeldRows = () => [];

export interface Line {
  readonly task: Task;
  /** Whether the row stands below its parent. */
  readonly isStep: boolean;
}

/** The rows of some tasks, with their open steps below them. */
export function linesOf(tasks: readonly Task[], below?: (id: string) => readonly Task[] | undefined): Line[] {
  const ids = new Set(tasks.some(({ parentId }) => parentId !== null) ? tasks.map(({ id }) => id) : []);
  return tasks.flatMap((task) => {
    const steps = isUndecided(task) ? (below?.(task.id) ?? []) : [];
    const isStep = task.parentId !== null && ids.has(task.parentId);
    return [{ task, isStep }, ...steps.map((step) => ({ task: step, isStep: true }))];
  });
}

/** What the keys know of the list that is shown, of which not all rows are on the page. */
export interface RowList {
  /** The ids of the tasks of all rows, in their order. */
  readonly ids: readonly string[];
  /** Renders the row at once. */
  readonly show: (id: string) => void;
}

/** Holds the list that is shown. Null: all of its rows are on the page. */
export const RowListContext = createContext<{ current: RowList | null } | null>(null);

/**
 * Tells the keys of the screen which rows the list has. Returns the tasks whose rows have to be rendered wherever they are, so
 * that a row keeps the focus while the list is scrolled, and what the list does with an event of focus.
 */
export function useRowList(ids: readonly string[], open: string | null) {
  const holder = use(RowListContext);
  // The row that gets the focus is on the page already, so nothing has to be rendered for it.
  const shown = useRef<string | null>(null);
  const [, renderAgain] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    if (!holder) return;
    const show = (id: string) => {
      shown.current = id;
      flushSync(renderAgain);
    };
    const list: RowList = { ids, show };
    holder.current = list;
    return () => {
      if (holder.current === list) holder.current = null;
    };
  }, [holder, ids]);
  const always: HeldRows = useCallback(() => [open, shown.current].filter((id) => id !== null), [open]);
  const onFocus = ({ target }: { target: EventTarget }) => {
    const id = target instanceof Element ? target.closest('[data-task]')?.getAttribute('data-task') : null;
    if (id) shown.current = id;
  };
  return { always, onFocus };
}
