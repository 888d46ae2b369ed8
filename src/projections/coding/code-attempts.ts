import { CodeAttempted, codeStream } from '../../domain/coding/events.ts';
import type { Cursor, Page, Stored } from '../../ports/documents.ts';
import { folds, on } from '../engine/folds.ts';
import { pagesOf } from '../engine/pages.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';
import { type AttemptDoc, attemptOf } from './code-tasks.ts';

export type CodeAttemptDoc = AttemptDoc & { readonly owner: string; readonly code_task_id: string };

export const codeAttempts: Projection<CodeAttemptDoc> = {
  name: 'code_attempts',
  version: 1,
  indexes: [
    { name: 'newest', fields: ['code_task_id', 'at'] },
    { name: 'of_owner', fields: ['owner', 'at'] },
  ],
  ids: ({ type, data }) => (type === CodeAttempted.type ? [(data as { attempt_id: string }).attempt_id] : []),
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
