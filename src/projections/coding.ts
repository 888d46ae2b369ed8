import {
  type AttemptTexts,
  CodeAttempted,
  CodeTaskAdded,
  CodeTaskEdited,
  CodeTaskRemoved,
  codeStream,
  type QuestionTexts,
} from '../domain/coding/events.ts';
import { hasPassedAll, isAnswered } from '../domain/coding/rules.ts';
import { type EventOf, isEvent, type RecordedAs } from '../domain/kernel/define-event.ts';
import type { Sealed } from '../domain/kernel/event.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { everything, pagesOf, type Views } from './engine/views.ts';

type Attempted = EventOf<typeof CodeAttempted>['data'];

export type AttemptDoc = {
  readonly id: string;
  readonly at: string;
  readonly language: Attempted['language'];
  readonly status: Attempted['status'];
  readonly passed: number;
  readonly total: number;
  readonly ms: number;
  readonly texts: Sealed<AttemptTexts> | null;
};

/** By code task id. */
export type CodeTaskDoc = {
  readonly owner: string;
  /** Empty if the question was removed. The document remains because it counts among the pages that were read on that day. */
  readonly task_id: string;
  /** When it was added, and its place among the questions that were added together. A task's questions are listed in this order. */
  readonly order_key: string;
  readonly created_at: string;
  readonly kind: 'function' | 'stdio';
  readonly stated: boolean;
  readonly pasted: boolean;
  readonly examples: number;
  readonly found: number;
  /** It has examples, so the program can check code for it. */
  readonly checkable: boolean;
  readonly edited: number;
  readonly texts: Sealed<QuestionTexts> | null;
  readonly attempts: number;
  readonly completed: boolean;
  /** The position of the attempt from which on it can be given as proof; null: it cannot. */
  readonly answered: string | null;
  /** The attempt that passed the most examples; of several the newest. */
  readonly best: AttemptDoc | null;
  readonly version: number;
};

const attemptOf = ({ data, private: texts, metadata }: RecordedAs<typeof CodeAttempted>): AttemptDoc => {
  const { attempt_id: id, language, status, passed, total, ms } = data;
  return { id, at: metadata.at, language, status, passed, total, ms, texts };
};

const PLACES = 2;

export const codeTasks: Projection<CodeTaskDoc> = {
  name: 'code_tasks',
  version: 2,
  indexes: [
    { name: 'of_owner', fields: ['owner', 'order_key'] },
    { name: 'checkable', fields: ['task_id', 'checkable'] },
    { name: 'of_task', fields: ['task_id', 'order_key'] },
  ],
  ids: ({ stream }) => {
    const id = codeStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(CodeTaskAdded, (doc: CodeTaskDoc | null, { data, metadata, private: texts }): CodeTaskDoc | null => {
      const { owner, at } = metadata;
      if (doc !== null || owner === null) return doc;
      const { place, ...rest } = data;
      const order_key = `${at} ${String(place).padStart(PLACES, '0')}`;
      return {
        ...rest,
        checkable: data.examples > 0,
        owner,
        order_key,
        created_at: at,
        texts,
        attempts: 0,
        completed: false,
        answered: null,
        best: null,
        version: 1,
      };
    }),
    on(
      CodeTaskEdited,
      (doc: CodeTaskDoc | null, { data, private: texts }) =>
        doc && { ...doc, ...data, checkable: data.examples > 0, texts, version: doc.version + 1 },
    ),
    on(CodeTaskRemoved, (doc: CodeTaskDoc | null) => doc && { ...doc, task_id: '', texts: null, version: doc.version + 1 }),
    on(CodeAttempted, (doc: CodeTaskDoc | null, event) => {
      if (doc === null) return doc;
      const attempt = attemptOf(event);
      const best = doc.best !== null && doc.best.passed > attempt.passed ? doc.best : attempt;
      const completed = doc.completed || hasPassedAll(attempt);
      const next = { ...doc, attempts: doc.attempts + 1, completed, best, version: doc.version + 1 };
      return { ...next, answered: doc.answered ?? (isAnswered(next) ? event.position : null) };
    }),
  ),
};

/** Null: there is none, or it was removed. */
export async function codeTask(views: Views, id: string): Promise<Stored<CodeTaskDoc> | null> {
  const found = await views.documents.get<CodeTaskDoc>(views.current(codeTasks.name), id);
  return found !== null && isThere(found) ? found : null;
}

const isThere = ({ doc }: Stored<CodeTaskDoc>): boolean => doc.task_id !== '';

/** Whether a check decides about a task: it has coding questions, and all of them have examples. */
export async function isCheckable(views: Views, taskId: string): Promise<boolean> {
  const count = (checkable: boolean) =>
    views.documents.count(views.current(codeTasks.name), { index: 'checkable', equals: [taskId, checkable] }, 1);
  return (await count(false)) === 0 && (await count(true)) > 0;
}

export const codeTasksOfTask = (views: Views, taskId: string): Promise<readonly Stored<CodeTaskDoc>[]> =>
  everything<CodeTaskDoc>(views.documents, views.current(codeTasks.name), { index: 'of_task', equals: [taskId] });

/** An owner's questions, oldest first. A page can have fewer than `limit`, because removed questions are left out. */
export async function codeTasksOf(
  views: Views,
  owner: string,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<CodeTaskDoc>> {
  const query = { index: 'of_owner', equals: [owner], ...page };
  const { items, next } = await views.documents.find<CodeTaskDoc>(views.current(codeTasks.name), query);
  return { items: items.filter(isThere), next };
}

/** How many questions an owner has added since an instant (null: ever), counted up to `most`. */
export const countCodeTasks = (views: Views, owner: string, since: string | null, most: number): Promise<number> =>
  views.documents.count(views.current(codeTasks.name), { index: 'of_owner', equals: [owner], ...(since && { from: since }) }, most);

export type CodeAttemptDoc = AttemptDoc & { readonly owner: string; readonly code_task_id: string };

export const codeAttempts: Projection<CodeAttemptDoc> = {
  name: 'code_attempts',
  version: 1,
  indexes: [
    { name: 'newest', fields: ['code_task_id', 'at'] },
    { name: 'of_owner', fields: ['owner', 'at'] },
  ],
  ids: (event) => (isEvent(event, CodeAttempted) ? [event.data.attempt_id] : []),
  on: folds(
    on(CodeAttempted, (doc: CodeAttemptDoc | null, event): CodeAttemptDoc | null => {
      const { owner } = event.metadata;
      const code_task_id = codeStream.idOf(event.stream);
      return owner === null || code_task_id === null ? doc : { ...attemptOf(event), owner, code_task_id };
    }),
  ),
  once: true,
};

export const attemptsOf = (
  views: Views,
  codeTaskId: string,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<CodeAttemptDoc>> =>
  views.documents.find<CodeAttemptDoc>(views.current(codeAttempts.name), {
    index: 'newest',
    equals: [codeTaskId],
    order: 'desc',
    ...page,
  });

/** All attempts of a code task, oldest first, page by page. */
export const allAttemptsOf = (views: Views, codeTaskId: string): AsyncGenerator<readonly Stored<CodeAttemptDoc>[]> =>
  pagesOf<CodeAttemptDoc>(views.documents, views.current(codeAttempts.name), { index: 'newest', equals: [codeTaskId] });

/** How many attempts an owner has submitted since an instant, counted up to `most`. */
export const countAttempts = (views: Views, owner: string, since: string, most: number): Promise<number> =>
  views.documents.count(views.current(codeAttempts.name), { index: 'of_owner', equals: [owner], from: since }, most);
