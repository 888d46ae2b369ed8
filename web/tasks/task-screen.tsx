import { createContext, use } from 'react';
import type { OwnerClock } from '../api/owner-clock.ts';
import type { Task } from '../api/tasks.ts';
import type { NewDue } from './move.ts';
import type { PlanSubject } from './planning/plan-subject.ts';
import type { PromiseAgain } from './promise-again.ts';
import type { TaskActs } from './task-acts.ts';

/** The effect of pressing a mark, as words and as a function. */
export interface Press {
  readonly label: string;
  readonly run: () => void;
}

/** A small form for one field of a task. */
export interface Asked {
  readonly form: 'due' | 'tags';
  readonly task: Task;
}

/** Where in the window the menu of a task opens, in pixels. */
export interface MenuPlace {
  readonly task: Task;
  readonly x: number;
  readonly y: number;
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
  /** Starts the timer on the task. */
  readonly focus: (task: Task) => void;
  /** Whether an open task promises this one again. */
  readonly promisedAgain: (task: Task) => boolean;
  /** Opens a small form for one field of the task. */
  readonly ask: (form: Asked['form'], task: Task) => void;
  /** Moves an open task to a day, and promises a missed or skipped one again for that day. */
  readonly move: (task: Task, date: string) => void;
  /** Gives an open task another due date and time. */
  readonly setDue: (task: Task, due: NewDue) => void;
  /** Asks when a task is planned, or another time for a time box. */
  readonly askPlan: (subject: PlanSubject) => void;
  /** Plans a time box for the task in the next free time. */
  readonly planNext: (task: Task) => void;
  readonly setPriority: (task: Task, priority: Task['priority']) => void;
  /** Deletes the task and tells the screen. */
  readonly remove: (task: Task) => void;
  /** Whether the window is that of a phone, where a press anywhere in a row opens its task. */
  readonly narrow: boolean;
  /** The id of the task whose title is being changed in place. */
  readonly renaming: string | null;
  readonly rename: (id: string | null) => void;
  /** Opens the menu of the task at a point of the window. */
  readonly openMenu: (place: MenuPlace) => void;
  readonly to: (id: string) => string;
  readonly edit: (task: Task) => void;
  /** Opens the task at its address. */
  readonly open: (task: Task) => void;
  /** The effect of pressing the mark or the key `x`. Null: the mark cannot be pressed. */
  readonly press: (task: Task) => Press | null;
}

export const TaskScreenContext = createContext<TaskScreen | null>(null);

export function useTaskScreen(): TaskScreen {
  const screen = use(TaskScreenContext);
  if (!screen) throw new Error('A part of a task screen stands outside of TaskScreenProvider.');
  return screen;
}
