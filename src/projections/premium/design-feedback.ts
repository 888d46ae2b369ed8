import type { Sealed } from '../../domain/kernel/sealed.ts';
import { DesignFeedbackGiven, feedbackStream } from '../../domain/premium/events.ts';
import type { Cursor, Page } from '../../ports/documents.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

/** By the id of the proof with the design. */
export type DesignFeedbackDoc = {
  readonly owner: string;
  readonly id: string;
  readonly task_id: string;
  readonly submission_id: string;
  readonly verdict: 'accepted' | 'rejected' | 'comment';
  readonly score: number | null;
  readonly model: string;
  readonly prompt_version: string;
  /** The sealed object that holds `comment`, `criteria` and `questions`. */
  readonly texts: Sealed | null;
  readonly created_at: string;
};

export const designFeedback: Projection<DesignFeedbackDoc> = {
  name: 'design_feedback',
  version: 1,
  indexes: [{ name: 'newest', fields: ['owner', 'created_at'] }],
  ids: ({ stream }) => {
    const id = feedbackStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(
      DesignFeedbackGiven,
      (doc: DesignFeedbackDoc | null, { data, metadata: { owner, at }, private: texts }): DesignFeedbackDoc | null => {
        if (owner === null) return doc;
        const { feedback_id: id, ...rest } = data;
        return { owner, id, ...rest, texts, created_at: at };
      },
    ),
  ),
};

export const feedbackOf = (
  views: Views,
  owner: string,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<DesignFeedbackDoc>> =>
  views.documents.find<DesignFeedbackDoc>(views.current(designFeedback.name), { index: 'newest', equals: [owner], order: 'desc', ...page });
