import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { RowList } from '../tasks/row-list.ts';
import type { Selection } from '../tasks/selection.ts';
import type { Keys } from '../ui/shortcuts.tsx';

const rowsOnPage = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-part="tasks"] [data-task]')];
const idOf = (row: Element | null | undefined): string | null => row?.getAttribute('data-task') ?? null;

type Go = (task: string | null, editing?: boolean, replace?: boolean) => void;

/**
 * Moves through the rows in the order of the page. If a task is open in the panel, this opens the next one. Otherwise the focus
 * moves, so that the keyboard and screen readers continue from there.
 */
export function useRows(open: string | null, go: Go, list: RefObject<RowList | null>) {
  const shown = useRef<string | null>(null);
  // Not later: the frame gives a focus that was lost to the main content in the next task.
  useLayoutEffect(() => {
    const row = rowsOnPage().find((one) => idOf(one) === (open ?? shown.current));
    if (open) row?.scrollIntoView({ block: 'nearest' });
    // The panel with the focus was closed.
    else if (shown.current && document.activeElement === document.body) row?.querySelector<HTMLElement>('[data-part="title"]')?.focus();
    shown.current = open;
  }, [open]);

  const current = (): string | null => open ?? idOf(document.activeElement?.closest('[data-task]'));

  /** A long list has more rows than the page. */
  const order = (): readonly string[] => list.current?.ids ?? rowsOnPage().map((row) => idOf(row) ?? '');

  function focus(id: string): void {
    const find = () => rowsOnPage().find((row) => idOf(row) === id);
    if (!find()) list.current?.show(id);
    find()?.querySelector<HTMLElement>('[data-part="title"]')?.focus();
  }

  function step(by: 1 | -1): void {
    const ids = order();
    const at = ids.indexOf(current() ?? '');
    const next = ids[at === -1 ? (by === 1 ? 0 : ids.length - 1) : at + by];
    if (next === undefined) return;
    if (open) go(next, false, true);
    else focus(next);
  }

  /** Selects the row with the focus and the next one, or moves the end of the range. */
  function extend(by: 1 | -1, selection: Selection): void {
    const ids = order();
    const from = selection.end() ?? current();
    const at = from === null ? -1 : ids.indexOf(from);
    const next = ids[at === -1 ? (by === 1 ? 0 : ids.length - 1) : at + by];
    if (next === undefined) return;
    if (at === -1) selection.toggle(next);
    else selection.extendTo(next, ids, ids[at] ?? next);
    focus(next);
  }

  const selectionKeys = (selection: Selection): Keys =>
    Object.fromEntries([
      ['J', () => extend(1, selection)],
      ['K', () => extend(-1, selection)],
    ]);

  /** Open the previous and the next row. The argument exists only to compute them again when the data changes. */
  function neighbours(_list: readonly unknown[] | undefined) {
    const rows = order();
    const at = open === null ? -1 : rows.indexOf(open);
    // A panel that is opened by its address renders before the rows. Both directions are allowed until the rows are known.
    const unknown = at === -1;
    return { back: unknown || at > 0 ? () => step(-1) : null, on: unknown || at < rows.length - 1 ? () => step(1) : null };
  }
  return { current, order, step, selectionKeys, neighbours };
}
