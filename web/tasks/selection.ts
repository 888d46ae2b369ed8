import { createContext, use, useSyncExternalStore } from 'react';

/**
 * The rows of a list that are selected, to change them together. It is not part of the state of a component, so that only the
 * rows that are selected or left render again.
 */
export interface Selection {
  readonly ids: () => ReadonlySet<string>;
  readonly subscribe: (notify: () => void) => () => void;
  /** Selects the row, or leaves it. A range begins there. */
  readonly toggle: (id: string) => void;
  /** Selects every row from the start of the range to this one. `order`: the ids of all rows. `from`: where a range starts if there is none. */
  readonly extendTo: (id: string, order: readonly string[], from: string) => void;
  readonly set: (ids: Iterable<string>) => void;
  readonly clear: () => void;
  /** The row to which the range was extended last. Null: there is no range. */
  readonly end: () => string | null;
}

interface Range {
  readonly start: string;
  readonly end: string;
  /** What was selected before the range. */
  readonly before: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

const between = (order: readonly string[], a: string, b: string): readonly string[] => {
  const [from, to] = [order.indexOf(a), order.indexOf(b)].sort((x, y) => x - y) as [number, number];
  return from === -1 ? [b] : order.slice(from, to + 1);
};

export function makeSelection(): Selection {
  let ids = NONE;
  let range: Range | null = null;
  const listeners = new Set<() => void>();

  function put(next: ReadonlySet<string>, nextRange: Range | null): void {
    ids = next.size === 0 ? NONE : next;
    range = next.size === 0 ? null : nextRange;
    for (const notify of listeners) notify();
  }
  return {
    ids: () => ids,
    end: () => range?.end ?? null,
    subscribe(notify) {
      listeners.add(notify);
      return () => void listeners.delete(notify);
    },
    toggle(id) {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      put(next, { start: id, end: id, before: next });
    },
    extendTo(id, order, from) {
      const { start, before } = range ?? { start: from, before: ids };
      put(new Set([...before, ...between(order, start, id)]), { start, end: id, before });
    },
    set: (next) => put(new Set(next), null),
    clear: () => put(NONE, null),
  };
}

/** Null: the rows of this screen cannot be selected. */
export const SelectionContext = createContext<Selection | null>(null);

const never = () => () => undefined;

/** Whether the row of this task is selected. */
export function useIsSelected(id: string): boolean {
  const selection = use(SelectionContext);
  return useSyncExternalStore(
    selection?.subscribe ?? never,
    () => selection?.ids().has(id) ?? false,
    () => false,
  );
}

export const useSelected = (selection: Selection): ReadonlySet<string> =>
  useSyncExternalStore(selection.subscribe, selection.ids, selection.ids);
