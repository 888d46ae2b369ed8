import { useSyncExternalStore } from 'react';
import { readStored, storeInBrowser } from '../lib/browser-storage.ts';

/** What this browser remembers about misses, by the ids of the tasks. The server knows neither. */
export interface MissNotes {
  /** For these the offer to start fresh was dismissed. */
  readonly dismissed: ReadonlySet<string>;
  /** About these a decision was taken back. Nobody can make an acknowledged alert active again. */
  readonly takenBack: ReadonlySet<string>;
}
type Name = keyof MissNotes;

const KEY = 'missNotes';
/** The oldest ids are forgotten first. */
const MOST = 500;

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []);
function stored(): MissNotes {
  const value = readStored(KEY);
  // An object of any shape: an earlier version of the program may have written it.
  const record = (typeof value === 'object' ? (value ?? {}) : {}) as Readonly<Record<string, unknown>>;
  const named = (name: Name) => new Set(idsIn(record[name]));
  return { dismissed: named('dismissed'), takenBack: named('takenBack') };
}

let notes: MissNotes | null = null;
const listeners = new Set<() => void>();
const listen = (notify: () => void) => {
  listeners.add(notify);
  return () => void listeners.delete(notify);
};
function present(): MissNotes {
  notes ??= stored();
  return notes;
}

/** Renders again when the notes change. */
export const useMissNotes = (): MissNotes => useSyncExternalStore(listen, present, present);

export function noteMisses(name: Name, ids: readonly string[], isNoted: boolean): void {
  const before = present();
  const others = [...before[name]].filter((id) => !ids.includes(id));
  notes = { ...before, [name]: new Set((isNoted ? [...others, ...ids] : others).slice(-MOST)) };
  storeInBrowser(KEY, { dismissed: [...notes.dismissed], takenBack: [...notes.takenBack] });
  for (const notify of listeners) notify();
}
