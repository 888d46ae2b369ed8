import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
const KEY = 'vouch-theme'; // public/theme.js reads it too, before the first paint
const listeners = new Set<() => void>();

function chosen(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function apply(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

export function setTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // The browser allows no storage, so the choice lasts as long as the page.
  }
  apply(theme);
  for (const notify of listeners) notify();
}

function listen(notify: () => void): () => void {
  const other = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    apply(chosen());
    notify();
  };
  listeners.add(notify);
  window.addEventListener('storage', other);
  return () => {
    listeners.delete(notify);
    window.removeEventListener('storage', other);
  };
}

/** The chosen theme. It is stored in this browser, and other tabs follow a change. */
export const useTheme = (): Theme => useSyncExternalStore(listen, chosen, () => 'system');
