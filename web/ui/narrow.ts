import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 56.25em)';
const listen = (notify: () => void) => {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};
const isNarrow = () => window.matchMedia(NARROW).matches;

/** Whether the window is as narrow as that of a phone or a small tablet. */
export const useNarrow = (): boolean => useSyncExternalStore(listen, isNarrow, () => false);
