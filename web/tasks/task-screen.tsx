import { useMutationState } from '@tanstack/react-query';
import { createContext, type FormEvent, type ReactNode, use, useMemo, useState } from 'react';
import { quoted } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, Textarea } from '../ui/field.tsx';
import { holdLetters } from '../ui/key-press.ts';
import layoutStyles from '../ui/layout.module.css';
import { KEPT_CHANGES, TASK_ACTS } from './after-task.ts';
import { AgainDialog } from './again-dialog.tsx';
import { useOpenProof } from './open-proof.ts';
import { type PromiseAgain, usePromiseAgain } from './promise-again.ts';
import { awaitsProof, canProve, isOpen } from './state.ts';
import { type TaskActs, useTaskActs } from './task-acts.ts';

/** The effect of pressing a mark, as words and as a function. */
export interface Press {
  readonly label: string;
  readonly run: () => void;
}

interface Ways {
  readonly complete: (task: Task) => void;
  readonly reopen: (task: Task) => void;
  readonly openProof: (id: string) => void;
}

/**
 * Pressing the mark completes an open task, completes a missed one late, opens the proof if one is needed or in review, and
 * reopens any other completed task. Null: the mark cannot be pressed, because a verdict is final.
 */
function pressOf(task: Task, { complete, reopen, openProof }: Ways): Press | null {
  if (task.archived || task.deleted) return null;
  if (isOpen(task)) return { label: 'Complete', run: () => complete(task) };
  if (task.status === 'missed') return { label: 'Complete late', run: () => complete(task) };
  if (task.status !== 'completed' || task.verificationState === 'expired') return null;
  if (awaitsProof(task) && !task.late)
    return { label: task.verificationState === 'in_review' ? 'See the proof' : 'Give proof', run: () => openProof(task.id) };
  const isJudged = task.verificationState === 'verified' && !task.onWord;
  return isJudged ? null : { label: 'Open again', run: () => reopen(task) };
}

interface SkipDialogProps {
  /** Null while the dialog is closed. */
  readonly task: Task | null;
  readonly onClose: () => void;
  readonly onSkip: (task: Task, reason: string) => void;
}

function SkipDialog({ task, onClose, onSkip }: SkipDialogProps) {
  return (
    <Dialog
      open={task !== null}
      onOpenChange={(open) => !open && onClose()}
      title={task ? `Skip ${quoted(task.title)}` : 'Skip'}
      text="A skip with a reason neither adds to the streak nor breaks it. It stays in the record."
    >
      {task && <SkipForm key={task.id} task={task} onClose={onClose} onSkip={onSkip} />}
    </Dialog>
  );
}

function SkipForm({ task, onClose, onSkip }: { task: Task; onClose: () => void; onSkip: SkipDialogProps['onSkip'] }) {
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const given = reason.trim();
  const fault = given === '' ? 'Say why you skip it.' : [...given].length > 1_000 ? 'At most 1,000 characters.' : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setTried(true);
    if (fault) return;
    onSkip(task, given);
    onClose();
  }
  return (
    <form onSubmit={submit} noValidate className={layoutStyles.before12}>
      <Field label="Reason" error={tried ? fault : undefined}>
        <Textarea autoFocus rows={2} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
      <footer>
        <Button onClick={onClose}>Keep it</Button>
        <Button variant="primary" type="submit">
          Skip
        </Button>
      </footer>
    </form>
  );
}

const idOf = (variables: unknown): string | undefined => (variables as { readonly id?: string } | undefined)?.id;

/**
 * The ids of tasks with a change that waits for the connection, or that an earlier page stored and the server has not answered
 * yet.
 */
function useWaiting(): ReadonlySet<string> {
  const paused = useMutationState({
    filters: { mutationKey: TASK_ACTS, predicate: (mutation) => mutation.state.isPaused },
    select: ({ state }) => idOf(state.variables),
  });
  const kept = useMutationState({
    filters: { mutationKey: KEPT_CHANGES, status: 'pending' },
    select: ({ state }) => idOf(state.variables),
  });
  return new Set([...paused, ...kept].filter((id) => id !== undefined));
}

export interface TaskScreen {
  readonly clock: OwnerClock;
  readonly acts: TaskActs;
  /** The ids of tasks with a change that waits for the connection. */
  readonly waiting: ReadonlySet<string>;
  readonly askSkip: (task: Task) => void;
  /** Promises a missed or skipped task again for a day. */
  readonly again: PromiseAgain['again'];
  /** Asks for a day first. */
  readonly askAgain: (task: Task) => void;
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
  /** The effect of pressing the mark or the key `x`. Null: the mark cannot be pressed. */
  readonly press: (task: Task) => Press | null;
}

const Context = createContext<TaskScreen | null>(null);

export function useTaskScreen(): TaskScreen {
  const screen = use(Context);
  if (!screen) throw new Error('A part of a task screen stands outside of TaskScreenProvider.');
  return screen;
}

/** If a completed task asks for a proof, its form opens at once. */
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

/** Provides the owner's clock, the changes of tasks and the skip dialog to all rows, days and panels of a screen. */
export function TaskScreenProvider({ to, edit, children }: ProviderProps) {
  const clock = useOwnerClock();
  const openProof = useOpenProof();
  const acts = useActsThatAskForProof(openProof);
  const waiting = useWaiting();
  const [skipping, setSkipping] = useState<Task | null>(null);
  const [renewing, setRenewing] = useState<Task | null>(null);
  const renewal = usePromiseAgain({ to, onUndo: acts.remove, today: clock.today });
  const { again } = renewal;
  const screen = useMemo(
    () => ({
      clock,
      acts,
      waiting,
      askSkip: setSkipping,
      again,
      askAgain: setRenewing,
      to,
      edit: (task: Task) => {
        holdLetters();
        edit(task);
      },
      press: (task: Task) => pressOf(task, { ...acts, openProof }),
    }),
    [clock, acts, waiting, again, to, edit, openProof],
  );
  return (
    <Context value={screen}>
      {children}
      <SkipDialog task={skipping} onClose={() => setSkipping(null)} onSkip={acts.skip} />
      <AgainDialog task={renewing} today={clock.today} act={renewal} onClose={() => setRenewing(null)} />
    </Context>
  );
}
