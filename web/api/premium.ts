import { queryOptions } from '@tanstack/react-query';
import type { CodeSolution, DesignSubmission, SocialPost } from '../../src/contracts/premium.ts';
import { json } from './client.ts';

export type { CodeSolution, SocialPost } from '../../src/contracts/premium.ts';
export type PostSubject = SocialPost['about'];
export type PostTone = 'plain' | 'warm' | 'proud';
/** The longest text of a post, in characters, as the contract says (src/contracts/premium.ts). */
export const POST_CHARACTERS = 2_000;

export const premiumKeys = {
  solution: (codeTaskId: string) => ['premium', 'solution', codeTaskId] as const,
  design: (taskId: string) => ['premium', 'design', taskId] as const,
  posts: ['premium', 'posts'] as const,
};

const path = (rest: string): string => `/api/premium${rest}`;
/** The first read makes it, which takes a while and counts as one use; it stays as it is, so it is not read twice. */
const MADE_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const solutionQuery = (codeTaskId: string) =>
  queryOptions({
    queryKey: premiumKeys.solution(codeTaskId),
    queryFn: () =>
      json<CodeSolution>(path(`/coding/solutions/${encodeURIComponent(codeTaskId)}`), { fallback: 'Failed to fetch coding solutions' }),
    ...MADE_ONCE,
  });

/** `submission`: the id of the newest one, since feedback is about that one. */
export const designFeedbackQuery = (taskId: string, submission: string) =>
  queryOptions({
    queryKey: [...premiumKeys.design(taskId), submission] as const,
    queryFn: () =>
      json<DesignSubmission>(path(`/system-design/submissions/${encodeURIComponent(taskId)}`), {
        fallback: 'Failed to fetch system design submissions',
      }),
    ...MADE_ONCE,
  });

/** The posts, newest first. */
export const postsQuery = () =>
  queryOptions({
    queryKey: premiumKeys.posts,
    queryFn: ({ signal }) => json<SocialPost[]>(path('/social/posts'), { signal, fallback: 'Failed to fetch social posts' }),
  });

export interface NewPost {
  readonly about: PostSubject;
  /** The task of a post about one. */
  readonly task_id?: string;
  readonly tone: PostTone;
}
export const createPost = (body: NewPost, key: string) =>
  json<SocialPost>(path('/social/posts'), { method: 'POST', body, key, fallback: 'Failed to create social post' });
export const updatePost = (id: string, body: { readonly text?: string; readonly status?: SocialPost['status'] }) =>
  json<SocialPost>(path(`/social/posts/${encodeURIComponent(id)}`), { method: 'PATCH', body, fallback: 'Failed to update social post' });
