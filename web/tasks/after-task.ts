import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { alertKeys } from '../api/alerts.ts';
import { auditKeys } from '../api/audit.ts';
import { reportKeys } from '../api/reports.ts';
import { type Routine, routineKeys } from '../api/routines.ts';
import { markStale, readStale } from '../api/stale.ts';
import { streakKeys } from '../api/streaks.ts';
import { type TaggedTask, type Task, taskKeys } from '../api/tasks.ts';
import { isOpen } from './state.ts';

/** The mutation key of what a person does to tasks that are there. */
export const TASK_ACTS = ['task-acts'] as const;

/** Everything that shows tasks, or what they come to: read again when a change was refused, since the screen was wrong. */
export const ALL_OF_TASKS: readonly QueryKey[] = [
  taskKeys.all,
  routineKeys.all,
  alertKeys.all,
  streakKeys.all,
  reportKeys.all,
  auditKeys.all,
];

/** What a task counts by: a change of these moves figures, alerts and streaks. */
const COUNTED = ['dueDate', 'dueTime', 'dueAt', 'status', 'late', 'verificationState', 'postponed'] as const;
const differsIn = (names: readonly (keyof Task)[], a: Task, b: Task): boolean =>
  names.some((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

/**
 * What a changed task makes stale beside itself, since the answer does not tell it. `before` is null for a task that was not
 * there, `after` for one that was deleted, or whose state after the change is not known.
 */
export function staleAfterTask(client: QueryClient, before: Task | null, after: Task | null): readonly QueryKey[] {
  const either = after ?? before;
  if (!either) return [];
  const keys: QueryKey[] = [auditKeys.task(either.id), reportKeys.histories];
  const names = (Object.keys(either) as (keyof Task)[]).filter((name) => name !== 'archived');
  if (!before || !after || differsIn(names, before, after)) keys.push(reportKeys.all);
  if (before && after && !differsIn(COUNTED, before, after)) return keys;
  if (before?.dueDate || after?.dueDate) keys.push(streakKeys.all, alertKeys.all);
  const routine = either.recurringTaskId;
  if (routine === null) return keys;
  keys.push(routineKeys.list(), routineKeys.one(routine));
  // Such a routine makes the next task, or takes it away again.
  if (modeOf(client, routine) !== 'due') keys.push(taskKeys.list());
  return keys;
}

const modeOf = (client: QueryClient, routine: string): Routine['mode'] | undefined =>
  client.getQueryData<Routine[]>(routineKeys.list())?.find((one) => one.id === routine)?.mode;

/** What is stale after a change of routines or vacations, which makes tasks and takes them away. */
export function staleAfterOccurrences(client: QueryClient): readonly QueryKey[] {
  const open = client.getQueriesData<TaggedTask>({ queryKey: ['tasks', 'one'] });
  const occurrences = open.flatMap(([, one]) => (one?.task.recurringTaskId ? [one.task.id] : []));
  return [
    taskKeys.list(),
    streakKeys.all,
    reportKeys.all,
    alertKeys.all,
    ...occurrences.flatMap((id) => [taskKeys.one(id), taskKeys.children(id), auditKeys.task(id)]),
  ];
}

/** Open tasks whose due instant has passed, or whose proof is overdue: the server has recorded it and the list does not show it. */
export const isOverdue = (task: Task, now: number): boolean =>
  (isOpen(task) && task.dueAt !== null && Date.parse(task.dueAt) < now) ||
  (task.proofDueAt !== null && ['awaiting_proof', 'rejected'].includes(task.verificationState) && Date.parse(task.proofDueAt) < now);

/**
 * Reads again what changes of tasks have made stale, once the last of those that run at once was answered: an earlier read
 * would show the others as not yet done. `pending`: how many of them may still be, which is 1 for the one that asks. `now`:
 * milliseconds by the server's clock.
 */
export function readAfterTask(client: QueryClient, now: number, pending: 0 | 1 = 0): void {
  if (client.isMutating({ mutationKey: TASK_ACTS }) > pending) return;
  if (client.getQueryData<Task[]>(taskKeys.list())?.some((task) => isOverdue(task, now))) markStale(client, [taskKeys.lists]);
  readStale(client);
}
