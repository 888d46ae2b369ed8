import { useEffect } from 'react';
import type { Task } from '../api/tasks.ts';
import { keySign } from '../ui/key-press.ts';
import type { KeyList, Keys } from '../ui/shortcuts.tsx';
import { toast } from '../ui/toast.tsx';
import { KEY_ACTIONS, refusalWords, type TaskAction } from './task-actions.ts';
import { type TaskScreen, useTaskScreen } from './task-screen.tsx';

/** Runs the action, or says why it is not possible. */
function runAction(action: TaskAction, task: Task, screen: TaskScreen): void {
  if (action.label(task, screen) !== null) action.run(task, screen);
  else toast.error(`${action.words}: not possible`, { detail: refusalWords(task, screen.promisedAgain(task)), id: 'task-key' });
}

/** The keys of the actions on one task. `current` is null if no task is meant; then the keys do nothing. */
export function useTaskKeys(current: () => Task | null): Keys {
  const screen = useTaskScreen();
  useEffect(watchHand, []);
  const keys = KEY_ACTIONS.flatMap((action) =>
    action.keys.map((key) => {
      const press = () => {
        const task = current();
        if (task) runAction(action, task, screen);
      };
      return [key, press] as const;
    }),
  );
  return Object.fromEntries(keys);
}

/** The same keys for the list of keys, one line for each meaning. */
export const TASK_KEY_LIST: KeyList = [...new Set(KEY_ACTIONS.map(({ words }) => words))].map((words) => [
  KEY_ACTIONS.filter((action) => action.words === words).flatMap(({ keys }) => keys.map(keySign)),
  words,
]);

const ROW = '[data-task]';

/** Whether the mouse was moved after the focus had last changed. */
let isByMouse = false;

function watchHand(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const onMove = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') isByMouse = true;
  };
  const onFocus = () => {
    isByMouse = false;
  };
  document.addEventListener('pointermove', onMove, { signal, passive: true });
  document.addEventListener('focusin', onFocus, { signal });
  return () => listening.abort();
}

/** The id of the row with the focus, or of the row under the pointer. If both are there, the one that was reached last. */
export function rowInHand(): string | null {
  const [focused, pointed] = [document.activeElement?.closest(ROW), document.querySelector(`${ROW}:hover`)];
  return (isByMouse ? (pointed ?? focused) : (focused ?? pointed))?.getAttribute('data-task') ?? null;
}
