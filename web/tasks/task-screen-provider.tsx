import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { quoted } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { keepOf } from '../api/kept.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import { useLoadLater } from '../lib/load-later.ts';
import { holdLetters } from '../ui/key-press.ts';
import { useNarrow } from '../ui/narrow.ts';
import { toast } from '../ui/toast.tsx';
import { KEPT_CHANGES } from './after-task.ts';
import { AgainDialog } from './again-dialog.tsx';
import { dueOf } from './due.ts';
import { startFocusOn } from './focus-acts.ts';
import { TitleField } from './late-title-field.ts';
import { dueOn, type NewDue, newDueWords, wayToMove } from './move.ts';
import { useOpenProof } from './open-proof.ts';
import { PlanDialog } from './planning/plan-dialog.tsx';
import type { PlanSubject } from './planning/plan-subject.ts';
import { cachedAgain, type PromiseAgain, usePromiseAgain } from './promise-again.ts';
import { SkipDialog } from './skip-dialog.tsx';
import { awaitsProof, canProve, isOpen, PRIORITY_WORDS } from './state.ts';
import { type TaskActs, useTaskActs } from './task-acts.ts';
import { TaskDialogs } from './task-dialogs.tsx';
import { TaskMenuAtPoint } from './task-menu.tsx';
import { type Asked, type MenuPlace, type Press, TaskScreenContext } from './task-screen.tsx';

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

/** The ids of the tasks that a change is about, in the arguments of its call. */
function idsIn(args: unknown): readonly string[] {
  const { id, ids = [] } = (args ?? {}) as { readonly id?: string; readonly ids?: readonly string[] };
  return id === undefined ? ids : [id, ...ids];
}

/**
 * The ids of tasks with a change that waits for the connection, or that an earlier page stored and the server has not answered
 * yet.
 */
function useWaiting(): ReadonlySet<string> {
  const paused = useMutationState({
    filters: { predicate: ({ meta, state }) => state.isPaused && keepOf(meta) !== undefined },
    select: ({ meta, state }) => idsIn(keepOf(meta)?.(state.variables).call.args),
  });
  const kept = useMutationState({
    filters: { mutationKey: KEPT_CHANGES, status: 'pending' },
    select: ({ state }) => idsIn(state.variables),
  });
  return useMemo(() => new Set([...paused, ...kept].flat()), [paused, kept]);
}

/** If a completed task asks for a proof, its form opens at once. */
function useActsThatAskForProof(openProof: (id: string) => void): TaskActs {
  const acts = useTaskActs();
  return useMemo(
    () => ({
      ...acts,
      complete: (task) => {
        acts.complete(task);
        if (canProve(task, serverNow())) openProof(task.id);
      },
    }),
    [acts, openProof],
  );
}

/** Changes that one gesture makes. Each says what it did, and can be undone. */
function useQuickChanges(acts: TaskActs, again: PromiseAgain['again'], clock: OwnerClock) {
  const { zone, today, time } = clock;
  return useMemo(() => {
    function setDue(task: Task, due: NewDue): void {
      const was = dueOf(task, zone);
      const words = newDueWords(due, today);
      if (was?.date === due.dueDate && was?.time === due.dueTime) toast.success(`Already due ${words}: ${quoted(task.title)}`);
      else if (due.dueDate === null) acts.change(task, { dueDate: null }, `No date any more: ${quoted(task.title)}`);
      else acts.change(task, due, `Moved to ${words}: ${quoted(task.title)}`);
    }
    return {
      setDue,
      move(task: Task, date: string): void {
        const due = dueOn(date, task, { zone, today, time });
        if (wayToMove(task) === 'again') again(task, { dueDate: date, dueTime: due.dueTime });
        else setDue(task, due);
      },
      setPriority(task: Task, priority: Task['priority']): void {
        const words = priority === 'none' ? 'No priority' : `${PRIORITY_WORDS[priority]} priority`;
        if (task.priority === priority) toast.success(`${words} already: ${quoted(task.title)}`);
        else acts.change(task, { priority }, `${words}: ${quoted(task.title)}`);
      },
    };
  }, [acts, again, zone, today, time]);
}

/** An address that is open already is no further step on the way back. */
const isHere = (address: string): boolean => address === `${window.location.pathname}${window.location.search}`;

interface ProviderProps {
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
  /** Called after a task was deleted. */
  readonly onRemoved?: (task: Task) => void;
  readonly children: ReactNode;
}

/** Provides the owner's clock, the changes of tasks, their small forms and their menu to all rows, days and panels of a screen. */
export function TaskScreenProvider({ to, edit, onRemoved, children }: ProviderProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const clock = useOwnerClock();
  const narrow = useNarrow();
  const openProof = useOpenProof();
  const acts = useActsThatAskForProof(openProof);
  const waiting = useWaiting();
  useLoadLater(TitleField.preload);
  const [skipping, setSkipping] = useState<Task | null>(null);
  const [renewing, setRenewing] = useState<Task | null>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [planning, setPlanning] = useState<PlanSubject | null>(null);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const renewal = usePromiseAgain({ to, onUndo: acts.remove, today: clock.today });
  const { again } = renewal;
  const changes = useQuickChanges(acts, again, clock);
  // It may depend on what is open. The rows do not render again because of that.
  const removed = useRef(onRemoved);
  removed.current = onRemoved;
  const screen = useMemo(
    () => ({
      clock,
      acts,
      waiting,
      askSkip: setSkipping,
      again,
      askAgain: setRenewing,
      focus: (task: Task) => void startFocusOn(client, task),
      promisedAgain: (task: Task) => cachedAgain(client, task.id) !== undefined,
      ask: (form: Asked['form'], task: Task) => setAsked({ form, task }),
      ...changes,
      askPlan: setPlanning,
      planNext: (task: Task) => void import('./planning/plan-next.ts').then((module) => module.planNext(client, task, clock)),
      remove: (task: Task) => {
        acts.remove(task);
        removed.current?.(task);
      },
      narrow,
      renaming,
      rename: setRenaming,
      openMenu: setMenu,
      to,
      open: (task: Task) => void navigate(to(task.id), { replace: isHere(to(task.id)) }),
      edit: (task: Task) => {
        holdLetters();
        edit(task);
      },
      press: (task: Task) => pressOf(task, { ...acts, openProof }),
    }),
    [client, navigate, clock, acts, waiting, again, changes, narrow, renaming, to, edit, openProof],
  );
  return (
    <TaskScreenContext value={screen}>
      {children}
      <SkipDialog task={skipping} onClose={() => setSkipping(null)} onSkip={acts.skip} />
      <TaskDialogs asked={asked} onClose={() => setAsked(null)} />
      {menu && <TaskMenuAtPoint key={`${menu.task.id} ${menu.x} ${menu.y}`} place={menu} onClose={() => setMenu(null)} />}
      <AgainDialog task={renewing} today={clock.today} act={renewal} onClose={() => setRenewing(null)} />
      <PlanDialog subject={planning} clock={clock} to={to} onClose={() => setPlanning(null)} />
    </TaskScreenContext>
  );
}
