import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { alertKeys } from '../api/alerts.ts';
import { auditKeys } from '../api/audit.ts';
import { focusKeys } from '../api/focus.ts';
import { nextKeys } from '../api/next.ts';
import { markStale, readAfterChange } from '../api/query-client.ts';
import { reportKeys, streakKeys } from '../api/reports.ts';
import { type Routine, routineKeys } from '../api/routines.ts';
import { type TaggedTask, type Task, taskKeys } from '../api/tasks.ts';
import { timeBoxKeys } from '../api/time-boxes.ts';
import { verificationKeys } from '../api/verifications.ts';
import { instantOf } from './due.ts';
import { isOpen } from './state.ts';

export const TASK_ACTS = ['task-acts'] as const;

/** The mutation key of sending changes that an earlier page stored. */
export const KEPT_CHANGES = ['kept-changes'] as const;

/**
 * The keys of everything that shows tasks or is computed from them. All of it is read again after a refused change, because the
 * screen showed a wrong state.
 */
export const ALL_OF_TASKS: readonly QueryKey[] = [
  taskKeys.all,
  routineKeys.all,
  alertKeys.all,
  streakKeys.all,
  reportKeys.all,
  auditKeys.all,
  verificationKeys.all,
  focusKeys.all,
  nextKeys.all,
  timeBoxKeys.all,
];

/** Time boxes show the title of their task, and a closed task loses those that have not begun. */
const SHOWN_IN_BOXES = ['title', 'status', 'archived'] as const;
/** A change of one of these fields may change figures, alerts and streaks. */
const COUNTED = ['dueDate', 'dueTime', 'dueAt', 'status', 'late', 'verificationState', 'postponed'] as const;
const differsIn = (names: readonly (keyof Task)[], a: Task, b: Task): boolean =>
  names.some((name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

/**
 * The keys of queries that a change of a task makes outdated, besides the task itself. `before` is null for a new task. `after`
 * is null for a deleted task, and for one whose state after the change is not known.
 */
export function staleAfterTask(client: QueryClient, before: Task | null, after: Task | null): readonly QueryKey[] {
  const either = after ?? before;
  if (!either) return [];
  // A task that is closed ends its focus session.
  const keys: QueryKey[] = [auditKeys.task(either.id), reportKeys.histories, focusKeys.all, nextKeys.all];
  if ([before, after].some((task) => task && task.verificationType !== 'none')) keys.push(verificationKeys.all);
  // It has its old place in the owner's order again.
  if (before?.archived && after?.archived === false) keys.push(taskKeys.placed());
  if (!before || !after || differsIn(SHOWN_IN_BOXES, before, after)) keys.push(timeBoxKeys.all);
  const names = (Object.keys(either) as (keyof Task)[]).filter((name) => name !== 'archived');
  if (!before || !after || differsIn(names, before, after)) keys.push(reportKeys.all);
  if (before && after && !differsIn(COUNTED, before, after)) return keys;
  if (before?.dueDate || after?.dueDate) keys.push(streakKeys.all, alertKeys.all);
  const routine = either.recurringTaskId;
  if (routine === null) return keys;
  keys.push(routineKeys.list(), routineKeys.one(routine));
  // A routine that repeats after completion creates its next task now, or removes it again.
  if (modeOf(client, routine) !== 'due') keys.push(taskKeys.list());
  return keys;
}

const modeOf = (client: QueryClient, routine: string): Routine['mode'] | undefined =>
  client.getQueryData<Routine[]>(routineKeys.list())?.find((one) => one.id === routine)?.mode;

/** A change of a routine or a vacation creates and removes tasks. */
export function staleAfterOccurrences(client: QueryClient): readonly QueryKey[] {
  const open = client.getQueriesData<TaggedTask>({ queryKey: ['tasks', 'one'] });
  const occurrences = open.flatMap(([, one]) => (one?.task.recurringTaskId ? [one.task.id] : []));
  return [
    taskKeys.list(),
    streakKeys.all,
    reportKeys.all,
    alertKeys.all,
    nextKeys.all,
    ...occurrences.flatMap((id) => [taskKeys.one(id), taskKeys.children(id), auditKeys.task(id)]),
  ];
}

/** Whether a deadline of the cached task or of its proof has passed. The server has decided the task then. */
export const isOverdue = (task: Task, now: number): boolean =>
  (isOpen(task) && instantOf(task) < now) ||
  (task.proofDueAt !== null && ['awaiting_proof', 'rejected'].includes(task.verificationState) && Date.parse(task.proofDueAt) < now);

/**
 * Reads outdated queries after the last of several simultaneous changes of tasks was answered. `now` is the server's time in
 * milliseconds since the epoch.
 */
export function readAfterTask(client: QueryClient, now: number): void {
  if (client.getQueryData<Task[]>(taskKeys.list())?.some((task) => isOverdue(task, now))) markStale(client, [taskKeys.lists]);
  void readAfterChange(client);
}
