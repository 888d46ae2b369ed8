import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { isCommand } from '../ui/key-press.ts';
import { readSideOpen, sideCookie } from './side-bar-cookie.ts';

const NARROW = '(max-width: 56.25em)';
const listen = (notify: () => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};
const isNarrow = () => window.matchMedia(NARROW).matches;

export interface Side {
  narrow: boolean;
  /** On a wide window, whether the side bar is open or reduced to icons. On a narrow one, whether the drawer is open. */
  open: boolean;
  setOpen: (open: boolean) => void;
  toggle: () => void;
}

/**
 * The state of the side bar, which a button and Ctrl+B or Cmd+B toggle. It is stored for wide windows; the drawer of narrow
 * ones always starts closed.
 */
export function useSideBar(): Side {
  const narrow = useSyncExternalStore(listen, isNarrow);
  const [desk, setDesk] = useState(() => readSideOpen(document.cookie));
  const [drawer, setDrawer] = useState(false);
  const open = narrow ? drawer : desk;

  const setOpen = useCallback(
    (next: boolean) => {
      if (narrow) return setDrawer(next);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
      document.cookie = sideCookie(next);
      setDesk(next);
    },
    [narrow],
  );
  const toggle = useCallback(() => setOpen(!open), [setOpen, open]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isCommand(event, 'b') || event.defaultPrevented) return;
      event.preventDefault();
      if (!event.repeat) toggle();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [toggle]);

  return { narrow, open, setOpen, toggle };
}
