import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type TaggedTask, type Task, type TaskStatus, taskKeys } from '../api/tasks.ts';
import { byDue } from './due.ts';

type Order = (a: Task, b: Task) => number;

/** The list with this task at its place in the order, after all tasks that are equal to it. */
function withTask(list: readonly Task[], task: Task, order: Order): Task[] {
  const others = withoutTask(list, task.id);
  const at = others.findIndex((one) => order(one, task) > 0);
  return at === -1 ? [...others, task] : others.toSpliced(at, 0, task);
}
const withoutTask = (list: readonly Task[], id: string): Task[] => list.filter((one) => one.id !== id);
/** The list with this task at its old place, or at the beginning when it is new. */
const withTaskFirst = (list: readonly Task[], task: Task): Task[] =>
  list.some((one) => one.id === task.id) ? list.map((one) => (one.id === task.id ? task : one)) : [task, ...list];

/**
 * How a task will count after one of the four acts, until the answer says it. The rule itself is the server's
 * (`src/domain/task/rules.ts`), which the web does not share: what a task counts as may rest on its whole history. What one
 * act brings, sent now, is one look at the clock; where it guesses wrong, the answer corrects it at once.
 */
function outcomeAfter(task: Task, status: Exclude<TaskStatus, 'missed'>, over: boolean): Task['outcome'] {
  if (task.dueAt === null) return 'none';
  if (status === 'skipped' || (over && task.outcome === 'skipped' && status === 'completed')) return 'skipped';
  if (over) return 'missed';
  return status === 'completed' && task.verificationType === 'none' ? 'kept' : 'open';
}

/** A task after a change of its status, as the server will most likely answer. `now` is the server's time in milliseconds. */
export function predicted(task: Task, status: Exclude<TaskStatus, 'missed'>, now: number, reason: string | null = null): Task {
  const over = task.dueAt !== null && Date.parse(task.dueAt) < now;
  const done = status === 'completed';
  const missedAgain = status === 'pending' && over;
  const outcome = outcomeAfter(task, status, over);
  const proofState = done ? 'awaiting_proof' : task.verificationState === 'in_review' ? task.verificationState : 'awaiting_proof';
  return {
    ...task,
    status: missedAgain ? 'missed' : status,
    completed: done,
    late: done && over,
    outcome,
    completedAt: done ? new Date(now).toISOString() : null,
    missedAt: missedAgain ? (task.missedAt ?? task.dueAt) : task.missedAt,
    skipReason: status === 'skipped' ? reason : outcome === 'skipped' ? task.skipReason : null,
    verificationState: task.verificationType === 'none' ? task.verificationState : proofState,
  };
}

/** A task and its open steps after the task was completed, since the server completes the steps with it. */
export function completedWithSteps(task: Task, all: readonly Task[], now: number): Task[] {
  const steps = all.filter((one) => one.parentId === task.id && (one.status === 'pending' || one.status === 'in_progress'));
  return [predicted(task, 'completed', now), ...steps.map((step) => predicted(step, 'completed', now))];
}

const byMaking: Order = (a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id);
const byDueInstant: Order = (a, b) => byDue(a, b) || a.id.localeCompare(b.id);
const byNewestMiss: Order = (a, b) => (b.missedAt ?? '').localeCompare(a.missedAt ?? '');

interface List {
  readonly key: QueryKey;
  readonly holds: (task: Task) => boolean;
  readonly put: (list: readonly Task[], task: Task) => Task[];
}
/** The cached lists, with the filter and the order that the server uses. */
const LISTS: readonly List[] = [
  { key: taskKeys.list(), holds: (task) => !task.archived, put: (list, task) => withTask(list, task, byDueInstant) },
  {
    key: taskKeys.missed(),
    holds: (task) => !task.archived && task.status === 'missed',
    put: (list, task) => withTask(list, task, byNewestMiss),
  },
  // A task does not say when it was archived, but a task that is new in this list was archived last.
  { key: taskKeys.archived(), holds: (task) => task.archived, put: withTaskFirst },
];

/**
 * Puts a task into every cached list to which it belongs, and removes it from the others. Lists that were never loaded stay
 * that way. `etag` is the one of the server's answer, or null when the task is only a prediction.
 */
export function putTask(client: QueryClient, task: Task, etag: string | null = null): void {
  for (const { key, holds, put } of LISTS)
    client.setQueryData<Task[]>(key, (list) => list && (holds(task) ? put(list, task) : withoutTask(list, task.id)));
  client.setQueryData<TaggedTask>(taskKeys.one(task.id), (one) => one && { task, etag });
  if (task.parentId) client.setQueryData<Task[]>(taskKeys.children(task.parentId), (list) => list && withTask(list, task, byMaking));
}

/** Removes a task from every cached list. */
export function dropTask(client: QueryClient, id: string): void {
  for (const { key } of LISTS) client.setQueryData<Task[]>(key, (list) => list && withoutTask(list, id));
  client.setQueriesData<Task[]>({ queryKey: ['tasks', 'children'] }, (list) => list && withoutTask(list, id));
}

/** The task from whichever cached query holds it. */
export function cachedTask(client: QueryClient, id: string): Task | undefined {
  for (const { key } of LISTS) {
    const found = client.getQueryData<Task[]>(key)?.find((task) => task.id === id);
    if (found) return found;
  }
  return client.getQueryData<TaggedTask>(taskKeys.one(id))?.task;
}
