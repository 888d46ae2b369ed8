import { useEffect, useState } from 'react';
import { late, useLate } from './late.ts';
import type { ToastOptions, Toasts } from './toast-list.tsx';

// Nothing is said before the screen is there.
const LIST = late(() => import('./toast-list.tsx'));

/** The list on the page. Null until it is there. */
let shown: Toasts | null = null;
/** What the list is told as soon as it is there. */
let waiting: ((toasts: Toasts) => void)[] = [];
let loadList = (): void => undefined;

function tell(act: (toasts: Toasts) => void): void {
  if (shown) act(shown);
  else {
    waiting.push(act);
    loadList();
  }
}

function setShown(toasts: Toasts | null): void {
  shown = toasts;
  if (!toasts) return;
  const acts = waiting;
  waiting = [];
  for (const act of acts) act(toasts);
}

/** Toasts stay for 3.5 s, and longer while hovered or focused. `undo` adds a button, which shows the key that does the same. */
export const toast = {
  success: (text: string, options?: ToastOptions): void => tell((toasts) => toasts.success(text, options)),
  error: (text: string, options?: ToastOptions): void => tell((toasts) => toasts.error(text, options)),
  /** `name`: the id that it was shown with. */
  dismiss: (name: string): void => {
    if (shown || waiting.length > 0) tell((toasts) => toasts.dismiss(name));
  },
};

interface ToasterProps {
  /**
   * Loads the list at a later time, and returns what cancels that. For pages on which nothing can be done without a connection.
   * Absent: it is loaded at once, because what is done when the connection has just been lost must be said, too.
   */
  readonly loadLater?: (load: () => void) => () => void;
}

/**
 * Render it once. It puts toasts into the region of `Announcer`, so that they are announced. Toasts appear at the bottom left, or
 * above the bottom bar on a phone.
 */
export function Toaster({ loadLater }: ToasterProps) {
  const [isWanted, setWanted] = useState(false);
  // If the list cannot be loaded, the next message tries it again, and what was said before is shown with it.
  const list = useLate(LIST, isWanted, () => setWanted(false));
  useEffect(() => {
    loadList = () => setWanted(true);
    const load = () => void LIST.load().catch(() => undefined);
    const cancel = loadLater ? loadLater(load) : load();
    if (waiting.length > 0) loadList();
    return () => {
      cancel?.();
      loadList = () => undefined;
    };
  }, [loadLater]);
  return list && <list.ToastList onShown={setShown} />;
}
