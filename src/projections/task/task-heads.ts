import type { Position } from '../../domain/kernel/event.ts';
import { TASK_CHANGES } from '../../domain/task/events.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';
import { isTaskChange } from './task-changes.ts';

/**
 * By owner: the position of the newest change of any of their tasks. A cached list of tasks is valid while this position stays the same.
 */
export type TaskHeadDoc = { readonly changed_at: Position };

export const taskHeads: Projection<TaskHeadDoc> = {
  name: 'task-heads',
  version: 2,
  indexes: [],
  ids: (event) => (isTaskChange(event) && event.metadata.owner !== null ? [event.metadata.owner] : []),
  on: folds(on(TASK_CHANGES, (_doc, event) => ({ changed_at: event.position }))),
};

/** Null: no task was ever made. */
export async function taskHead(views: Views, owner: string): Promise<Position | null> {
  return (await views.documents.get<TaskHeadDoc>(views.current(taskHeads.name), owner))?.doc.changed_at ?? null;
}
