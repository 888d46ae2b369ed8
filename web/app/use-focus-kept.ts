import { type RefObject, useEffect } from 'react';

/** What had the focus last, if it was in a row, and the rows to which the focus goes when it vanishes, nearest first. */
interface LastRow {
  readonly focused: Element;
  readonly near: readonly Element[];
}

function rowsAfterAndBefore(row: Element): Element[] {
  const all = [...(row.parentElement?.children ?? [])];
  const at = all.indexOf(row);
  return [...all.slice(at), ...all.slice(0, at).reverse()];
}

function lastRow(target: EventTarget | null): LastRow | null {
  const row = target instanceof Element ? target.closest('li, tr') : null;
  return row && target instanceof Element ? { focused: target, near: rowsAfterAndBefore(row) } : null;
}

/**
 * Gives the focus to the next row when the one that had it has vanished, because its task was archived for example. Otherwise the
 * focus would be nowhere, and whoever uses the keyboard would begin again at the top of the page.
 */
export function useFocusKept(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = main.current;
    if (!place) return;
    let last: LastRow | null = null;
    const remember = ({ target }: FocusEvent) => {
      // The menu of a row is gone with it, and stands for the row until then.
      if (target instanceof Element && target.closest('[role="menu"], [role="dialog"]')) return;
      last = lastRow(target);
    };
    const isLost = (row: LastRow | null): row is LastRow =>
      row !== null && !row.focused.isConnected && document.activeElement === document.body;
    const give = () => {
      if (!isLost(last)) return;
      const next = last.near.find((row) => row.isConnected);
      last = null;
      const target = next?.querySelector<HTMLElement>('a') ?? next?.querySelector<HTMLElement>('button') ?? place;
      target.focus({ preventScroll: target === place });
    };
    // What the screen itself does about the focus comes first.
    const watch = new MutationObserver(() => isLost(last) && setTimeout(give));
    document.addEventListener('focusin', remember);
    watch.observe(place, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      watch.disconnect();
    };
  }, [main]);
}
