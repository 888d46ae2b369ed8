import { pagesOf } from '../engine/pages.ts';
import type { Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from './tasks.ts';

/** The id of the only unarchived task of an owner that ends with these characters. Null: there is none, or more than one. */
export async function liveTaskWith(views: Views, owner: string, ending: string): Promise<string | null> {
  const query = { index: 'live', equals: [owner], order: 'asc' } as const;
  const found: string[] = [];
  for await (const page of pagesOf<TaskDoc>(views.documents, views.current(tasks.name), query))
    found.push(...page.flatMap(({ id }) => (id.endsWith(ending) ? [id] : [])));
  return found.length === 1 ? (found[0] as string) : null;
}
