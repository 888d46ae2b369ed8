import { EVENTS } from '../../domain/catalogue.ts';
import type { AnyEventDefinition, Changes } from '../../domain/kernel/define-event.ts';
import type { JsonObject } from '../../domain/kernel/event.ts';
import type { TaskFields } from '../../domain/task/event-data.ts';
import type { Cursor, Stored } from '../../ports/documents.ts';
import type { Views } from '../engine/views.ts';
import { type TaskDoc, tasks } from '../task/tasks.ts';
import { changeIn, type HistoryDoc, history, historyDoc, type KeptChange, type SealedTexts, type StoredHistory } from './history.ts';
import { type HistoryOnly, type PageOf, selected } from './selection.ts';

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
  /** The page ends here although it is not full, because enough documents were read for one page. */
  readonly isCut: boolean;
}

/**
 * The entries of an owner, newest first. A page without filters, of one type, of one task, or of a range of time costs the same however
 * long the history is; other filters read 10,000 documents at most.
 */
export async function historyOf(views: Views, owner: string, only: HistoryOnly, page: PageOf): Promise<HistoryPage> {
  const { items: found, next, isCut } = await selected(views, owner, only, page);
  const items = found.map(({ id, doc }) => ({ position: id, doc: historyDoc(doc) }));
  return { items: await titled(views, items), next, isCut };
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
