import type { QueryClient } from '@tanstack/react-query';
import { type TaggedTask, type Task, type TaskStatus, taskKeys } from '../api/tasks.ts';

/** The list with this task in it: in its old place, else at the end. */
export const withTask = (list: readonly Task[], task: Task): Task[] =>
  list.some((one) => one.id === task.id) ? list.map((one) => (one.id === task.id ? task : one)) : [...list, task];
export const withoutTask = (list: readonly Task[], id: string): Task[] => list.filter((one) => one.id !== id);

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

const lists = [taskKeys.list(), taskKeys.missed(), taskKeys.archived()] as const;

/** Every cached copy of the task, put where it now belongs. Lists that were never loaded stay so. */
export function putTask(client: QueryClient, task: Task): void {
  const belongs = [!task.archived, !task.archived && task.status === 'missed', task.archived];
  lists.forEach((key, index) => {
    client.setQueryData<Task[]>(key, (list) => list && (belongs[index] ? withTask(list, task) : withoutTask(list, task.id)));
  });
  client.setQueryData<TaggedTask>(taskKeys.one(task.id), (one) => one && { task, etag: null });
  if (task.parentId) client.setQueryData<Task[]>(taskKeys.children(task.parentId), (list) => list && withTask(list, task));
}

export function dropTask(client: QueryClient, id: string): void {
  for (const key of lists) client.setQueryData<Task[]>(key, (list) => list && withoutTask(list, id));
  client.setQueriesData<Task[]>({ queryKey: ['tasks', 'children'] }, (list) => list && withoutTask(list, id));
}

/** The task as any cache has it. */
export function cachedTask(client: QueryClient, id: string): Task | undefined {
  for (const key of lists) {
    const found = client.getQueryData<Task[]>(key)?.find((task) => task.id === id);
    if (found) return found;
  }
  return client.getQueryData<TaggedTask>(taskKeys.one(id))?.task;
}
