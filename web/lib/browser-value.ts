import { useSyncExternalStore } from 'react';

/** A text that this browser keeps, and all its tabs share. Where storage is not allowed, only this page keeps it. */
export interface BrowserValue {
  readonly get: () => string | null;
  /** Null: removes it. */
  readonly set: (value: string | null) => void;
  readonly subscribe: (notify: () => void) => () => void;
}

export function browserValue(name: string): BrowserValue {
  let own: string | null = null;
  const listeners = new Set<() => void>();
  const notifyAll = (): void => {
    for (const notify of listeners) notify();
  };
  return {
    get: () => {
      try {
        return localStorage.getItem(name);
      } catch {
        return own;
      }
    },
    set: (value) => {
      own = value;
      try {
        if (value === null) localStorage.removeItem(name);
        else localStorage.setItem(name, value);
      } catch {
        // `own` keeps it.
      }
      notifyAll();
    },
    subscribe: (notify) => {
      const onStorage = ({ key }: StorageEvent): void => {
        if (key === name || key === null) notify();
      };
      listeners.add(notify);
      window.addEventListener('storage', onStorage);
      return () => {
        listeners.delete(notify);
        window.removeEventListener('storage', onStorage);
      };
    },
  };
}

/** The component renders again when the value changes, in this tab or in another one. */
export const useBrowserValue = ({ get, subscribe }: BrowserValue): string | null => useSyncExternalStore(subscribe, get, () => null);
