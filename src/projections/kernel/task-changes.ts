import type { Recorded } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import type { TaskChange, TaskChangeEvent } from '../../domain/task/events.ts';
import type { Fold } from './projection.ts';

/** Every stored name of a task's change; the type makes a forgotten one an error. */
const CHANGES: Readonly<Record<TaskChangeEvent['type'], true>> = {
  TaskPromised: true,
  TaskEdited: true,
  TaskStarted: true,
  TaskReopened: true,
  TaskCompleted: true,
  TaskSkipped: true,
  TaskMissed: true,
  TaskArchived: true,
  TaskUnarchived: true,
  TaskDeleted: true,
  TaskWithdrawn: true,
  TaskRestored: true,
  ProofExpired: true,
  TaskUndone: true,
};
export const TASK_CHANGES = Object.keys(CHANGES) as readonly TaskChangeEvent['type'][];

export const isTaskChange = (event: Recorded): boolean => event.type in CHANGES;

/** The change of an event of which `isTaskChange` holds. */
export const changeOf = (event: Recorded): TaskChange => event.data as TaskChange;

/** The same fold for each of the types. */
export const onEach = <D extends JsonObject>(types: readonly string[], fold: Fold<D>): Record<string, Fold<D>> =>
  Object.fromEntries(types.map((type) => [type, fold]));
