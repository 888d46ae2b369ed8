import { useSyncExternalStore } from 'react';

const NARROW = '(max-width: 56.25em)';
const WIDE = '(min-width: 80em)';

const listenTo = (media: string) => (notify: () => void) => {
  const query = window.matchMedia(media);
  query.addEventListener('change', notify);
  return () => query.removeEventListener('change', notify);
};
const listenToNarrow = listenTo(NARROW);
const listenToWide = listenTo(WIDE);
const isNarrow = () => window.matchMedia(NARROW).matches;
const isWide = () => window.matchMedia(WIDE).matches;

/** Whether the window is as narrow as that of a phone or a small tablet. */
export const useNarrow = (): boolean => useSyncExternalStore(listenToNarrow, isNarrow, () => false);

/** Whether the window has room for a list and a panel beside it (1280 px). */
export const useWide = (): boolean => useSyncExternalStore(listenToWide, isWide, () => false);
