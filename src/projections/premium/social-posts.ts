import type { Sealed } from '../../domain/kernel/sealed.ts';
import { postStream, SocialPostDrafted, SocialPostEdited, SocialPostShared, SocialPostTakenBack } from '../../domain/premium/events.ts';
import type { Cursor, Page, Stored } from '../../ports/documents.ts';
import { folds, on } from '../engine/folds.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';

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
  /** The sealed object that holds `text`. */
  readonly text: Sealed | null;
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
