import { useSyncExternalStore } from 'react';
import type { Task } from '../api/tasks.ts';

export type FocusTask = Pick<Task, 'id' | 'title'>;

/** What the panel of the timer in the top bar shows. */
export interface FocusPanel {
  readonly open: boolean;
  /** A task that should be focused on while another session is under way. */
  readonly wanted: FocusTask | null;
  /** A task for which a length is being chosen. */
  readonly choosing: Task | null;
}

const CLOSED: FocusPanel = { open: false, wanted: null, choosing: null };
let panel = CLOSED;
const listeners = new Set<() => void>();

function show(next: FocusPanel): void {
  panel = next;
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

export const openFocus = (wanted: FocusTask | null = null): void => show({ open: true, wanted, choosing: null });
export const closeFocus = (): void => show(CLOSED);
export const chooseFocus = (task: Task): void => show({ open: false, wanted: null, choosing: task });

export const useFocusPanel = (): FocusPanel => useSyncExternalStore(subscribe, () => panel);
