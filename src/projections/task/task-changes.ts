import type { Recorded, RecordedOf } from '../../domain/kernel/event.ts';
import type { JsonObject } from '../../domain/kernel/json.ts';
import { TASK_CHANGES, type TaskChangeEvent } from '../../domain/task/events.ts';
import type { Fold } from '../engine/projection.ts';

const CHANGES: ReadonlySet<string> = new Set(TASK_CHANGES.map(({ type }) => type));

/** Whether the event changes a task; alerts in a task's stream do not. */
export const isTaskChange = (event: Recorded): event is RecordedOf<TaskChangeEvent> => CHANGES.has(event.type);

export const onEach = <D extends JsonObject>(types: readonly string[], fold: Fold<D>): Record<string, Fold<D>> =>
  Object.fromEntries(types.map((type) => [type, fold]));
