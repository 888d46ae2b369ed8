import type { Sealed } from '../../domain/kernel/sealed.ts';
import { SolutionWritten, solutionStream } from '../../domain/premium/events.ts';
import type { Cursor, Page } from '../../ports/documents.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

/** By code task id. */
export type SolutionDoc = {
  readonly owner: string;
  readonly id: string;
  readonly code_task_id: string;
  readonly model: string;
  /** The sealed object that holds `explanation`, `complexity` and `alternatives`. */
  readonly texts: Sealed | null;
  readonly created_at: string;
};

export const solutions: Projection<SolutionDoc> = {
  name: 'solutions',
  version: 1,
  indexes: [{ name: 'newest', fields: ['owner', 'created_at'] }],
  ids: ({ stream }) => {
    const id = solutionStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(SolutionWritten, (doc: SolutionDoc | null, { data, metadata: { owner, at }, private: texts }): SolutionDoc | null => {
      if (owner === null) return doc;
      const { solution_id: id, code_task_id, model } = data;
      return { owner, id, code_task_id, model, texts, created_at: at };
    }),
  ),
};

export const solutionsOf = (
  views: Views,
  owner: string,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<SolutionDoc>> =>
  views.documents.find<SolutionDoc>(views.current(solutions.name), { index: 'newest', equals: [owner], order: 'desc', ...page });
