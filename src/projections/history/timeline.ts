import type { HistoryType } from '../../domain/kernel/define-event.ts';
import type { Sealed } from '../../domain/kernel/sealed.ts';
import type { Cursor, Query, Stored } from '../../ports/documents.ts';
import type { Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from '../task/tasks.ts';
import { type HistoryDoc, history, historyDoc, type StoredHistory } from './history.ts';

export interface HistoryEntry {
  readonly position: string;
  readonly doc: HistoryDoc;
  readonly title: Sealed | null;
}

export interface HistoryPage {
  readonly items: readonly HistoryEntry[];
  readonly next: Cursor | null;
}

export interface HistoryOnly {
  readonly type?: HistoryType;
  readonly task_id?: string;
}

/**
 * Newest first: all entries of an owner, of one type, or of one task. The caller checks that the task is the owner's. A page costs the same
 * however long the history is.
 */
export async function historyOf(
  views: Views,
  owner: string,
  only: HistoryOnly,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<HistoryPage> {
  const found = await views.documents.find<StoredHistory>(views.current(history.name), { ...list(owner, only), order: 'desc', ...page });
  const items = found.items.map(({ id, doc }) => ({ position: id, doc: historyDoc(doc) }));
  return { items: await titled(views, items), next: found.next };
}

/** More entries than anybody has. */
const UNBOUNDED = 1_000_000_000;

export const historyCount = (views: Views, owner: string): Promise<number> =>
  views.documents.count(views.current(history.name), list(owner, {}), UNBOUNDED);

function list(owner: string, { type, task_id }: HistoryOnly): Pick<Query, 'index' | 'equals'> {
  if (task_id !== undefined) return { index: 'task', equals: [task_id] };
  return type === undefined ? { index: 'all', equals: [owner] } : { index: 'type', equals: [owner, type] };
}

async function titled(views: Views, found: readonly Omit<HistoryEntry, 'title'>[]): Promise<readonly HistoryEntry[]> {
  const untitled = found.filter(({ doc }) => doc.title === null && doc.task_id !== null);
  const ids = [...new Set(untitled.map(({ doc }) => doc.task_id as string))];
  const now = await views.documents.getMany<TaskDoc>(views.current(tasks.name), ids);
  return Promise.all(
    found.map(async ({ position, doc }) => ({ position, doc, title: doc.title ?? (await titleThen(views, position, doc, now)) })),
  );
}

/** The present title, unless the task got another title later. */
async function titleThen(
  views: Views,
  position: string,
  { task_id }: HistoryDoc,
  now: ReadonlyMap<string, Stored<TaskDoc>>,
): Promise<Sealed | null> {
  if (task_id === null) return null;
  const task = now.get(task_id)?.doc;
  if (task && task.titled_at <= position) return task.title;
  const query = { index: 'titles', equals: [task_id], to: position, order: 'desc', limit: 1 } as const;
  const { items } = await views.documents.find<StoredHistory>(views.current(history.name), query);
  return items[0] ? historyDoc(items[0].doc).title : null;
}
