import { useQuery } from '@tanstack/react-query';
import { type Alert, activeAlertsQuery } from '../api/alerts.ts';
import { missedTasksQuery, type Task, tasksQuery } from '../api/tasks.ts';
import { byDue } from './due.ts';
import { useMissNotes } from './miss-notes.ts';

/** From this number of misses on, the dashboard and Missed offer to sort them out. */
export const MANY_MISSES = 3;

/** Misses that are sorted out together: one task, or several occurrences of one routine. */
export interface MissLine {
  /** The id of the oldest task. */
  readonly key: string;
  /** Null: a task that belongs to no routine. */
  readonly routineId: string | null;
  /** Oldest first, at least one. */
  readonly tasks: readonly [Task, ...Task[]];
}

export const newestIn = ({ tasks }: MissLine): Task => tasks.at(-1) ?? tasks[0];

/** Lines begin with the oldest miss. */
export function missLines(tasks: readonly Task[]): MissLine[] {
  const lines = new Map<string, [Task, ...Task[]]>();
  for (const task of [...tasks].sort(byDue)) {
    const key = task.recurringTaskId ?? task.id;
    const line = lines.get(key);
    if (line) line.push(task);
    else lines.set(key, [task]);
  }
  return [...lines.values()].map((found) => ({ key: found[0].id, routineId: found[0].recurringTaskId, tasks: found }));
}

/**
 * The misses about which nothing was decided yet: not archived, not promised again, and with an alert that nobody has
 * acknowledged. `takenBack` has the ids of those about which a decision was taken back: their alerts are closed already.
 */
export function unsortedMisses(missed: readonly Task[], alerts: readonly Alert[], { all, takenBack }: Known): Task[] {
  const told = new Set(alerts.filter(({ type }) => type === 'task_missed').map(({ taskId }) => taskId));
  return undecidedMisses(missed, all).filter(({ id }) => told.has(id) || takenBack.has(id));
}

interface Known {
  /** The tasks that are not archived. */
  readonly all: readonly Task[];
  readonly takenBack: ReadonlySet<string>;
}

/** Those that were neither archived nor promised again. */
function undecidedMisses(missed: readonly Task[], all: readonly Task[]): Task[] {
  const renewed = new Set(all.map(({ againOf }) => againOf));
  return missed.filter(({ id, status, archived }) => status === 'missed' && !archived && !renewed.has(id));
}

/** The same without the other misses of a routine of which one was promised again, because that answered for all of them. */
export function droppedMisses(missed: readonly Task[], all: readonly Task[]): Task[] {
  const left = undecidedMisses(missed, all);
  const renewed = new Set(missed.filter((task) => !left.includes(task)).map(({ recurringTaskId }) => recurringTaskId));
  return left.filter(({ recurringTaskId }) => recurringTaskId === null || !renewed.has(recurringTaskId));
}

export interface Misses {
  readonly tasks: readonly Task[];
  /** Those that were dropped, or whose alerts were acknowledged elsewhere. */
  readonly dropped: readonly Task[];
  /** The ids of the active alerts about misses, by the id of the task. */
  readonly alerts: ReadonlyMap<string, string>;
}

/** Undefined while they are being loaded. */
export function useMisses(): Misses | undefined {
  const missed = useQuery(missedTasksQuery()).data;
  const alerts = useQuery(activeAlertsQuery());
  const all = useQuery(tasksQuery());
  const { takenBack } = useMissNotes();
  const isKnown = (query: { readonly data: unknown; readonly error: unknown }) => query.data !== undefined || query.error !== null;
  if (!missed || !isKnown(alerts) || !isKnown(all)) return undefined;
  const told = (alerts.data ?? []).filter(({ type }) => type === 'task_missed');
  const tasks = unsortedMisses(missed, told, { all: all.data ?? [], takenBack });
  return {
    tasks,
    dropped: droppedMisses(missed, all.data ?? []).filter((task) => !tasks.includes(task)),
    alerts: new Map(told.flatMap(({ id, taskId }) => (taskId === null ? [] : [[taskId, id] as const]))),
  };
}
