import { ReviewBegun, ReviewEnded, ReviewRequested, reviewStream } from '../../domain/proof/review-events.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';

/** By review id: the reviews that an AI, or the rubric, must still give. */
export type ReviewRequestDoc = {
  readonly owner: string;
  readonly task_id: string;
  /** When the next attempt is due, or when a running attempt counts as lost. */
  readonly next_key: string | null;
};

export const reviewRequests: Projection<ReviewRequestDoc> = {
  name: 'review_requests',
  version: 1,
  indexes: [
    { name: 'next', fields: ['next_key'], sparse: true },
    { name: 'owner', fields: ['owner'] },
  ],
  ids: (event) => {
    const id = reviewStream.idOf(event.stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(ReviewRequested, (_doc: ReviewRequestDoc | null, { data, metadata }) =>
      metadata.owner === null ? null : { owner: metadata.owner, task_id: data.task_id, next_key: metadata.at },
    ),
    on(ReviewBegun, (doc: ReviewRequestDoc | null, { data }) => doc && { ...doc, next_key: data.until }),
    on(ReviewEnded, (): ReviewRequestDoc | null => null),
  ),
};
