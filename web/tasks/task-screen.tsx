import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import { serverNow } from '../api/clock.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { holdLetters } from '../ui/key-press.ts';
import { useOpenProof } from './open-proof.ts';
import { type Press, pressOf } from './press.ts';
import { SkipDialog } from './skip-dialog.tsx';
import { canProve } from './state.ts';
import { type TaskActs, useTaskActs } from './task-acts.ts';
import { useWaiting } from './waiting.ts';
import './tasks.css';

export interface TaskScreen {
  readonly clock: OwnerClock;
  readonly acts: TaskActs;
  /** The ids of tasks with a change that waits for the connection. */
  readonly waiting: ReadonlySet<string>;
  /** Asks for a reason, then skips the task. */
  readonly askSkip: (task: Task) => void;
  /** The address that opens a task. */
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
  /** What pressing the mark of a task does, and the key `x`. Null where its mark cannot be pressed. */
  readonly press: (task: Task) => Press | null;
}

const Context = createContext<TaskScreen | null>(null);

export function useTaskScreen(): TaskScreen {
  const screen = use(Context);
  if (!screen) throw new Error('A part of a task screen stands outside of TaskScreenProvider.');
  return screen;
}

/** The changes of tasks. Completing a task that asks for proof opens the form for it at once. */
function useActsThatAskForProof(openProof: (id: string) => void): TaskActs {
  const acts = useTaskActs();
  return {
    ...acts,
    complete: (task) => {
      acts.complete(task);
      if (canProve(task, serverNow())) openProof(task.id);
    },
  };
}

interface ProviderProps {
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
  readonly children: ReactNode;
}

/** Provides what rows, days and panels of one screen share: the owner's clock, the changes of tasks, and the dialog for skipping. */
export function TaskScreenProvider({ to, edit, children }: ProviderProps) {
  const clock = useOwnerClock();
  const openProof = useOpenProof();
  const acts = useActsThatAskForProof(openProof);
  const waiting = useWaiting();
  const [skipping, setSkipping] = useState<Task | null>(null);
  const screen = useMemo(
    () => ({
      clock,
      acts,
      waiting,
      askSkip: setSkipping,
      to,
      edit: (task: Task) => {
        holdLetters();
        edit(task);
      },
      press: (task: Task) => pressOf(task, { ...acts, openProof }),
    }),
    [clock, acts, waiting, to, edit, openProof],
  );
  return (
    <Context value={screen}>
      {children}
      <SkipDialog task={skipping} onClose={() => setSkipping(null)} onSkip={acts.skip} />
    </Context>
  );
}
