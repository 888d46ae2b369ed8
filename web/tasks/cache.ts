import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { type TaggedTask, type Task, type TaskStatus, taskKeys } from '../api/tasks.ts';
import { byDue } from './due.ts';

type Order = (a: Task, b: Task) => number;

/** The list with this task in it, where the order puts it: behind what comes before it or is equal. */
export function withTask(list: readonly Task[], task: Task, order: Order): Task[] {
  const others = withoutTask(list, task.id);
  const at = others.findIndex((one) => order(one, task) > 0);
  return at === -1 ? [...others, task] : others.toSpliced(at, 0, task);
}
const withoutTask = (list: readonly Task[], id: string): Task[] => list.filter((one) => one.id !== id);
/** The list with this task in its old place, else at the head. */
const withTaskFirst = (list: readonly Task[], task: Task): Task[] =>
  list.some((one) => one.id === task.id) ? list.map((one) => (one.id === task.id ? task : one)) : [task, ...list];

/** What completing, reopening, starting or skipping makes of a task, as the server will most likely say. */
export function predicted(task: Task, status: Exclude<TaskStatus, 'missed'>, now: number, reason: string | null = null): Task {
  const over = task.dueAt !== null && Date.parse(task.dueAt) < now;
  const done = status === 'completed';
  const missedAgain = status === 'pending' && over;
  const proofState = done ? 'awaiting_proof' : task.verificationState === 'in_review' ? task.verificationState : 'awaiting_proof';
  return {
    ...task,
    status: missedAgain ? 'missed' : status,
    completed: done,
    late: done && over,
    completedAt: done ? new Date(now).toISOString() : null,
    missedAt: missedAgain ? (task.missedAt ?? task.dueAt) : task.missedAt,
    skipReason: status === 'skipped' ? reason : null,
    verificationState: task.verificationType === 'none' ? task.verificationState : proofState,
  };
}

/** Completing a parent completes its open steps with it. */
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
/** The lists as the server filters and orders them. */
const LISTS: readonly List[] = [
  { key: taskKeys.list(), holds: (task) => !task.archived, put: (list, task) => withTask(list, task, byDueInstant) },
  {
    key: taskKeys.missed(),
    holds: (task) => !task.archived && task.status === 'missed',
    put: (list, task) => withTask(list, task, byNewestMiss),
  },
  // A task does not say when it was archived, but whatever comes to the list was archived last.
  { key: taskKeys.archived(), holds: (task) => task.archived, put: withTaskFirst },
];

/**
 * Puts a task into every cached list where it now belongs, and takes it out of the others. Lists that were never loaded stay
 * so. `etag`: from the server's answer; null while the task is only what the server will most likely say.
 */
export function putTask(client: QueryClient, task: Task, etag: string | null = null): void {
  for (const { key, holds, put } of LISTS)
    client.setQueryData<Task[]>(key, (list) => list && (holds(task) ? put(list, task) : withoutTask(list, task.id)));
  client.setQueryData<TaggedTask>(taskKeys.one(task.id), (one) => one && { task, etag });
  if (task.parentId) client.setQueryData<Task[]>(taskKeys.children(task.parentId), (list) => list && withTask(list, task, byMaking));
}

/** Takes a task out of every cached list. */
export function dropTask(client: QueryClient, id: string): void {
  for (const { key } of LISTS) client.setQueryData<Task[]>(key, (list) => list && withoutTask(list, id));
  client.setQueriesData<Task[]>({ queryKey: ['tasks', 'children'] }, (list) => list && withoutTask(list, id));
}

/** The task as any cache has it. */
export function cachedTask(client: QueryClient, id: string): Task | undefined {
  for (const { key } of LISTS) {
    const found = client.getQueryData<Task[]>(key)?.find((task) => task.id === id);
    if (found) return found;
  }
  return client.getQueryData<TaggedTask>(taskKeys.one(id))?.task;
}
