import { createContext, use, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Task } from '../api/tasks.ts';
import { isUndecided } from './state.ts';

export const NO_IDS: ReadonlySet<string> = new Set();

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
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!holder) return;
    const list: RowList = { ids, show: (id) => flushSync(() => setShown(id)) };
    holder.current = list;
    return () => {
      if (holder.current === list) holder.current = null;
    };
  }, [holder, ids]);
  const always = useMemo(() => new Set([open, shown].filter((id) => id !== null)), [open, shown]);
  const onFocus = ({ target }: { target: EventTarget }) => {
    const id = target instanceof Element ? target.closest('[data-task]')?.getAttribute('data-task') : null;
    if (id) setShown(id);
  };
  return { always, onFocus };
}
