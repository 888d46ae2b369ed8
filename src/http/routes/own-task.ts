import type { Views } from '../../projections/engine/views.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import { notFound } from '../kernel/problems.ts';

/**
 * Checks the task that a filter names. Deleted tasks pass, because their history stays.
 * @throws Refusal 404 if the task is unknown or somebody else's
 */
export async function requireOwnTask(views: Views, owner: string, taskId: string | undefined): Promise<void> {
  if (taskId !== undefined && (await findTask(views, taskId))?.doc.owner !== owner) throw notFound();
}
