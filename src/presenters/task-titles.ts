import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';

/** Tasks by id, also deleted ones. */
export type TaskTitles = ReadonlyMap<string, Stored<TaskDoc>>;

/** The present title of a task; null: there is no task. `opener` must be ready for the owner. */
export function titleOf(opener: Opener, titles: TaskTitles, id: string | null): string | null {
  const found = id === null ? undefined : titles.get(id);
  return found === undefined ? null : (opener.openNow(found.doc.owner, found.doc.title)?.title ?? '');
}
