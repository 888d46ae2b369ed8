import { EVENTS } from '../../domain/catalogue.ts';
import type { AnyEventDefinition, Changes, HistoryType } from '../../domain/kernel/define-event.ts';
import type { JsonObject } from '../../domain/kernel/event.ts';
import type { TaskFields } from '../../domain/task/event-data.ts';
import type { Cursor, Query, Stored } from '../../ports/documents.ts';
import type { Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from '../task/tasks.ts';
import { changeIn, type HistoryDoc, history, historyDoc, type KeptChange, type SealedTexts, type StoredHistory } from './history.ts';

const NONE: Changes = { before: {}, after: {}, sealedBefore: {}, sealedAfter: {} };

/**
 * The definition of the entry's event.
 * @throws Error if this program does not know the event
 */
export function definitionOf({ action }: Pick<HistoryDoc, 'action'>): AnyEventDefinition {
  const definition = EVENTS.get(action);
  if (definition === undefined) throw new Error(`The catalogue of events has no ${action}.`);
  return definition;
}

/** What the document's event changed. `before` leaves out values that the event does not contain. */
export function changesOf(doc: HistoryDoc): Changes {
  const declared = { ...NONE, ...definitionOf(doc).changes(doc.data, doc) };
  const change = changeIn(doc.data);
  if (change === null) return declared;
  const changed = ofTask(doc, change);
  return {
    before: { ...changed.before, ...declared.before },
    after: { ...changed.after, ...declared.after },
    sealedBefore: { ...changed.sealedBefore, ...declared.sealedBefore },
    sealedAfter: { ...changed.sealedAfter, ...declared.sealedAfter },
  };
}

function ofTask(doc: HistoryDoc, { set, was, own_texts, texts, was_texts }: KeptChange): Changes {
  const own = Object.fromEntries(own_texts.map((name) => [name, doc.private]));
  return {
    before: onTheWire(was, set),
    after: onTheWire(set, was),
    sealedBefore: was_texts,
    sealedAfter: { ...texts, ...own },
  };
}

/** The API has a field `completed`, which follows from the status. */
function onTheWire(fields: Partial<TaskFields>, others: Partial<TaskFields>): JsonObject {
  const turned = fields.status !== undefined && (fields.status === 'completed') !== (others.status === 'completed');
  const { vacation_id, ...shown } = fields;
  return {
    ...shown,
    ...(vacation_id !== undefined && { skip_reason: vacation_id === null ? null : 'vacation' }),
    ...(turned && { completed: fields.status === 'completed' }),
  };
}

export interface HistoryEntry {
  readonly position: string;
  readonly doc: HistoryDoc;
  readonly title: SealedTexts | null;
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
  const ids = [...new Set(untitled.flatMap(({ doc }) => doc.task_id ?? []))];
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
): Promise<SealedTexts | null> {
  if (task_id === null) return null;
  const task = now.get(task_id)?.doc;
  if (task && task.titled_at <= position) return task.title;
  const query = { index: 'titles', equals: [task_id], to: position, order: 'desc', limit: 1 } as const;
  const { items } = await views.documents.find<StoredHistory>(views.current(history.name), query);
  return items[0] ? historyDoc(items[0].doc).title : null;
}
