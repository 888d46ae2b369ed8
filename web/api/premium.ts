import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/premium.ts';
import type * as wire from '../../src/contracts/premium.ts';
import type { EditPost } from '../../src/contracts/premium.ts';
import type { Camel } from './names.ts';
import { request } from './request.ts';

export type CodeSolution = Camel<wire.CodeSolution>;
export type NewPost = Camel<wire.NewPost>;
export type SocialPost = Camel<wire.SocialPost>;

export type PostSubject = NewPost['about'];
export type PostTone = NonNullable<NewPost['tone']>;
/** The longest text of a post, in characters, as the contract says (src/contracts/premium.ts). */
export const POST_CHARACTERS = 2_000;

export const premiumKeys = {
  solution: (codeTaskId: string) => ['premium', 'solution', codeTaskId] as const,
  design: (taskId: string) => ['premium', 'design', taskId] as const,
  posts: ['premium', 'posts'] as const,
};

/** The first read makes it, which takes a while and counts as one use; it stays as it is, so it is not read twice. */
const MADE_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const solutionQuery = (codeTaskId: string) =>
  queryOptions({
    queryKey: premiumKeys.solution(codeTaskId),
    queryFn: () => request(calls.readSolution, { params: { id: codeTaskId } }),
    ...MADE_ONCE,
  });

/** `submission`: the id of the newest one, since feedback is about that one. */
export const designFeedbackQuery = (taskId: string, submission: string) =>
  queryOptions({
    queryKey: [...premiumKeys.design(taskId), submission] as const,
    queryFn: () => request(calls.readDesignFeedback, { params: { id: taskId } }),
    ...MADE_ONCE,
  });

/** The posts, newest first. */
export const postsQuery = () =>
  queryOptions({ queryKey: premiumKeys.posts, queryFn: ({ signal }) => request(calls.listPosts, { signal }) });

export const createPost = (body: NewPost, key: string) => request(calls.draftPost, { body, key });
export const updatePost = (id: string, body: EditPost) => request(calls.editPost, { params: { id }, body });
