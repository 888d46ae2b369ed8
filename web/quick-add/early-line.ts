import { useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';

/** The address at which the quick add has the focus. */
export const NEW_LINE = '/todo?new=1';
/** The same, for a task that is due today. */
export const NEW_LINE_TODAY = '/todo?new=today';

/** What was typed for a new task before the screen with the quick add was there. */
export interface EarlyLine {
  readonly text: string;
  /** Where the cursor is, or what is selected. */
  readonly selection: readonly [number, number];
  /** Whether Enter was pressed. */
  readonly sent: boolean;
}

let isBegun = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  isBegun = next;
  for (const notify of listeners) notify();
}
function listen(notify: () => void): () => void {
  listeners.add(notify);
  return () => void listeners.delete(notify);
}

export const endEarlyLine = (): void => set(false);
/** Whether a new task is being typed before the quick add is there. */
export const isEarlyLine = (): boolean => isBegun;
export const useIsEarlyLine = (): boolean => useSyncExternalStore(listen, isEarlyLine, () => false);

/** Begins a new task from any screen: a field for its words is there at once, and the quick add takes them over. */
export function useNewLine(): (to?: string) => void {
  const navigate = useNavigate();
  return (to = NEW_LINE) => {
    set(true);
    void navigate(to);
  };
}
