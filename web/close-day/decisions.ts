import { useState } from 'react';
import { clockTime, dayWord, dueTimeWords, quoted } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { Task } from '../api/tasks.ts';
import type { Evening } from '../tasks/closing.ts';
import { dueOf } from '../tasks/due.ts';
import { useTaskActs } from '../tasks/task-acts.ts';
import { useTaskScreen } from '../tasks/task-screen.tsx';

export type Decision = 'done' | 'tomorrow' | 'skip' | 'not done';

export interface Decided {
  /** The task before the decision. */
  readonly task: Task;
  readonly decision: Decision;
  readonly words: string;
}

/**
 * Decisions about tasks that are still open. What was decided on this screen stays on it until it is left. A task that the owner
 * will not do stays open on the server, which alone records a miss.
 */
export function useDecisions(evening: Evening) {
  const { clock } = useTaskScreen();
  // Completing a task that asks for proof does not lead away from here: the proof may come later.
  const acts = useTaskActs();
  const [decided, setDecided] = useState<ReadonlyMap<string, Decided>>(new Map());

  function put(task: Task, decision: Decision, words: string): void {
    setDecided((before) => new Map(before).set(task.id, { task, decision, words }));
  }
  function forget(id: string): void {
    setDecided((before) => new Map([...before].filter(([key]) => key !== id)));
  }
  return {
    decided,
    done(task: Task): void {
      acts.complete(task);
      const isWaiting = task.verificationType !== 'none';
      put(task, 'done', isWaiting ? `Done at ${clockTime(clock.time)}, the proof may come later` : `Done at ${clockTime(clock.time)}`);
    },
    tomorrow(task: Task): void {
      const date = addDays(clock.today, 1);
      acts.change(task, { dueDate: date, dueTime: dueOf(task, clock.zone)?.time ?? null }, `Moved to tomorrow: ${quoted(task.title)}`);
      put(task, 'tomorrow', `Moved to ${dayWord(date, clock.today)}, ${dueTimeWords(dueOf(task, clock.zone)?.time ?? null)}`);
    },
    skip(task: Task, reason: string): void {
      acts.skip(task, reason);
      put(task, 'skip', `Skipped: ${reason}`);
    },
    notDone(task: Task): void {
      evening.change({ notDone: [...evening.notDone.filter((id) => id !== task.id), task.id] });
    },
    /** Takes the decision back. */
    undo(task: Task): void {
      const before = decided.get(task.id);
      if (before) acts.takeBack(before.task);
      else evening.change({ notDone: evening.notDone.filter((id) => id !== task.id) });
      forget(task.id);
    },
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
