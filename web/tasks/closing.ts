import { useSyncExternalStore } from 'react';
import { readStored, storeInBrowser } from '../lib/browser-storage.ts';

/** What this browser remembers about the evening of one local date. The server records nothing before the day is over. */
export interface Closing {
  readonly date: string;
  /** The ids of open tasks that the owner will not do today. They stay open until their due instant, and are missed then. */
  readonly notDone: readonly string[];
  /** The local time at which the owner closed the day. Null: not yet. */
  readonly closedAt: string | null;
  /** Whether the dashboard does not offer it any more. */
  readonly later: boolean;
}

const KEY = 'closing';
const begun = (date: string): Closing => ({ date, notDone: [], closedAt: null, later: false });

function parsed(value: unknown): Closing | null {
  if (typeof value !== 'object' || value === null) return null;
  const { date, notDone, closedAt, later } = value as Readonly<Record<string, unknown>>; // of any shape
  if (typeof date !== 'string') return null;
  return {
    date,
    notDone: Array.isArray(notDone) ? notDone.filter((id) => typeof id === 'string') : [],
    closedAt: typeof closedAt === 'string' ? closedAt : null,
    later: later === true,
  };
}

let closing: Closing | null | undefined;
const listeners = new Set<() => void>();
const listen = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};
function present(): Closing | null {
  if (closing === undefined) closing = parsed(readStored(KEY));
  return closing;
}

/** What is remembered about another date is forgotten. */
export function useClosing(today: string) {
  const known = useSyncExternalStore(listen, present, present);
  const current = known?.date === today ? known : begun(today);
  function change(own: Partial<Closing>): void {
    closing = { ...current, ...own };
    storeInBrowser(KEY, closing);
    for (const notify of listeners) notify();
  }
  return { ...current, change };
}

export type Evening = ReturnType<typeof useClosing>;
