import type { BrowserContext, Page } from 'playwright-core';

/** How often parts of the page were rendered. */
export interface Rendered {
  /** Rows of tasks, and the links in them. */
  readonly rows: number;
  readonly titles: number;
  /** The header of the list, and the frame around all screens. */
  readonly headers: number;
  readonly shells: number;
  /** Menus and popovers of rows, open or closed. */
  readonly overlays: number;
  /** The facts of the open task. */
  readonly facts: number;
}

// React tells this hook of each commit. A component that was rendered in it has the flag 1, and what was left out keeps its children.
const HOOK = `(() => {
  const counts = () => ({ rows: 0, titles: 0, headers: 0, shells: 0, overlays: 0, facts: 0 });
  window.rendered = counts();
  const partOf = (props) => ('isStep' in props ? 'rows' : props['data-part'] === 'title' ? 'titles' : 'onPrioritise' in props && 'onList' in props ? 'headers' : 'pathname' in props && 'user' in props ? 'shells' : 'since' in props && 'clock' in props ? 'facts' : null);
  const isOverlay = (props) => 'open' in props && 'onOpenChange' in props && !('trigger' in props);
  const look = (first, isInRow) => {
    for (let fiber = first; fiber; fiber = fiber.sibling) {
      const { flags, type, memoizedProps: props, child, alternate } = fiber;
      const isComponent = typeof type !== 'string' && typeof props === 'object' && props !== null;
      const part = isComponent && (flags & 1) !== 0 ? (isInRow && isOverlay(props) ? 'overlays' : partOf(props)) : null;
      if (part !== null) window.rendered[part] += 1;
      if (child !== null && child !== alternate?.child) look(child, isInRow || (isComponent && 'isStep' in props));
    }
  };
  window.takeRendered = () => {
    const taken = window.rendered;
    window.rendered = counts();
    return taken;
  };
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = { supportsFiber: true, inject: () => 1, onCommitFiberRoot: (_id, root) => look(root.current.child, false) };
})()`;

/** Counts what the pages of the context render, from their next load on. */
export const countRendered = (context: BrowserContext): Promise<unknown> => context.addInitScript(HOOK);

/** What was rendered since the last call. */
export const takeRendered = (page: Page): Promise<Rendered> => page.evaluate<Rendered>('window.takeRendered()');
