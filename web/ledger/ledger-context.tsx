import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { Task } from '../api/tasks.ts';
import { type Here, useHere } from './here.ts';
import { SkipDialog } from './skip-dialog.tsx';
import { type TaskActs, useTaskActs } from './task-acts.ts';
import { useWaiting } from './waiting.ts';
import './ledger.css';

export interface Ledger {
  readonly here: Here;
  readonly acts: TaskActs;
  /** Ids of tasks whose change waits for the connection. */
  readonly waiting: ReadonlySet<string>;
  /** Asks for the reason, then skips. */
  readonly askSkip: (task: Task) => void;
  /** The address of a task. */
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
}

const Context = createContext<Ledger | null>(null);

export function useLedger(): Ledger {
  const ledger = use(Context);
  if (!ledger) throw new Error('A ledger part stands outside of LedgerProvider.');
  return ledger;
}

interface ProviderProps {
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
  readonly children: ReactNode;
}

/** What rows, days and panels of one screen share: the clock, the acts, and the one question they ask. */
export function LedgerProvider({ to, edit, children }: ProviderProps) {
  const here = useHere();
  const acts = useTaskActs();
  const waiting = useWaiting();
  const [skipping, setSkipping] = useState<Task | null>(null);
  const ledger = useMemo(() => ({ here, acts, waiting, askSkip: setSkipping, to, edit }), [here, acts, waiting, to, edit]);
  return (
    <Context value={ledger}>
      {children}
      <SkipDialog task={skipping} onClose={() => setSkipping(null)} onSkip={acts.skip} />
    </Context>
  );
}
