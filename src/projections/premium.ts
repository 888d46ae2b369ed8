import type { SealedOf } from '../domain/kernel/define-event.ts';
import {
  DesignFeedbackGiven,
  feedbackStream,
  postStream,
  SocialPostDrafted,
  SocialPostEdited,
  SocialPostShared,
  SocialPostTakenBack,
  SolutionWritten,
  solutionStream,
} from '../domain/premium/events.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Views } from './engine/views.ts';

/** By code task id. */
export type SolutionDoc = {
  readonly owner: string;
  readonly id: string;
  readonly code_task_id: string;
  readonly model: string;
  readonly texts: SealedOf<typeof SolutionWritten>;
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
  readonly texts: SealedOf<typeof DesignFeedbackGiven>;
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

/** By post id. */
export type SocialPostDoc = {
  readonly owner: string;
  readonly about: 'week' | 'streak' | 'task';
  readonly task_id: string | null;
  readonly status: 'draft' | 'shared';
  readonly kept: number;
  readonly streak: number;
  readonly from: string;
  readonly to: string;
  readonly image_id: string | null;
  readonly model: string | null;
  readonly text: SealedOf<typeof SocialPostDrafted>;
  /** The number of times that it has been shared so far; null: it is a draft. */
  readonly share: number | null;
  /** The SHA-256 of the token of its link; null: it is a draft. */
  readonly share_hash: string | null;
  readonly created_at: string;
  readonly version: number;
};

export const socialPosts: Projection<SocialPostDoc> = {
  name: 'social_posts',
  version: 1,
  indexes: [
    { name: 'newest', fields: ['owner', 'created_at'] },
    { name: 'shared', fields: ['share_hash'], sparse: true },
  ],
  ids: ({ stream }) => {
    const id = postStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(SocialPostDrafted, (doc: SocialPostDoc | null, { data, metadata: { owner, at }, private: text, revision }): SocialPostDoc | null => {
      if (owner === null) return doc;
      const { prompt_version: _, ...rest } = data;
      return { owner, ...rest, status: 'draft', text, share: null, share_hash: null, created_at: at, version: revision };
    }),
    on(SocialPostEdited, (doc: SocialPostDoc | null, { private: text, revision }) => doc && { ...doc, text, version: revision }),
    on(
      SocialPostShared,
      (doc: SocialPostDoc | null, { data: { share, share_hash }, revision }): SocialPostDoc | null =>
        doc && { ...doc, status: 'shared', share, share_hash, version: revision },
    ),
    on(
      SocialPostTakenBack,
      (doc: SocialPostDoc | null, { revision }): SocialPostDoc | null =>
        doc && { ...doc, status: 'draft', share: null, share_hash: null, version: revision },
    ),
  ),
};

export const socialPost = (views: Views, id: string): Promise<Stored<SocialPostDoc> | null> =>
  views.documents.get<SocialPostDoc>(views.current(socialPosts.name), id);

/** The post behind a link, unless the post was withdrawn. */
export async function sharedPost(views: Views, shareHash: string): Promise<Stored<SocialPostDoc> | null> {
  const query = { index: 'shared', equals: [shareHash], limit: 1 } as const;
  const { items } = await views.documents.find<SocialPostDoc>(views.current(socialPosts.name), query);
  return items[0] ?? null;
}

export const postsOf = (
  views: Views,
  owner: string,
  page: { readonly limit: number; readonly after?: Cursor },
): Promise<Page<SocialPostDoc>> =>
  views.documents.find<SocialPostDoc>(views.current(socialPosts.name), { index: 'newest', equals: [owner], order: 'desc', ...page });

export const countPosts = (views: Views, owner: string, most: number): Promise<number> =>
  views.documents.count(views.current(socialPosts.name), { index: 'newest', equals: [owner] }, most);
