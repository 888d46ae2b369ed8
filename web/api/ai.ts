import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type * as wire from '../../src/contracts/ai.ts';
import * as calls from '../../src/contracts/calls/ai.ts';
import * as premiumCalls from '../../src/contracts/calls/premium.ts';
import type * as premiumWire from '../../src/contracts/premium.ts';
import type { EditPost } from '../../src/contracts/premium.ts';
import type { Problem } from '../../src/contracts/refusals.ts';
import { type Camel, camel } from './names.ts';
import { ApiError } from './problem.ts';
import { request, requestDone, requestRaw } from './request.ts';

export type { AiModule } from '../../src/contracts/ai.ts';

export type AiKey = Camel<wire.AiKey>;
export type AiUsage = Camel<wire.AiUsage>;
export type NewAiKey = Camel<wire.NewAiKey>;

export const aiKeys = { all: ['ai'] as const, usage: ['ai', 'usage'] as const, key: ['ai', 'key'] as const };

/** The AI usage of this month, and what is left of the allowance. */
export const aiUsageQuery = () =>
  queryOptions({ queryKey: aiKeys.usage, queryFn: ({ signal }) => request(calls.readUsage, { signal }), staleTime: 0 });
export const readUsage = (client: QueryClient): void => void client.invalidateQueries({ queryKey: aiKeys.usage });

/** The owner's own key, masked. */
export const aiKeyQuery = () => queryOptions({ queryKey: aiKeys.key, queryFn: ({ signal }) => request(calls.readKey, { signal }) });

/** The server tries the key with one call before it saves it. */
export const saveAiKey = (body: NewAiKey) => request(calls.saveKey, { body });
export const removeAiKey = () => requestDone(calls.removeKey);

export type Assistance = Camel<wire.Assistance>;
export type AssistRequest = Camel<wire.AssistRequest>;

export type Suggestion = Assistance['suggestions'][number];
export type EstimateSuggestion = Extract<Suggestion, { minutes: number }>;
export type PrioritySuggestion = Extract<Suggestion, { taskId: string }>;
export type SplitSuggestion = Exclude<Suggestion, EstimateSuggestion | PrioritySuggestion>;

export interface AssistListener {
  readonly onSuggestion: (suggestion: Suggestion) => void;
  /** Called when the answer starts again: discard the suggestions received so far. */
  readonly onRestart: () => void;
}

const { failure: FAILURE } = calls.askForSuggestions;
const broken = (): ApiError => new ApiError(FAILURE, { status: 0, code: 'offline' });

/**
 * Calls the listener with each suggestion as it arrives, and returns the whole answer. Nothing is saved.
 * @throws ApiError
 */
export async function assist(request: AssistRequest, listener: AssistListener, signal: AbortSignal): Promise<Assistance> {
  const response = await requestRaw(calls.askForSuggestions, { body: request, accept: 'text/event-stream', signal });
  if (!response.body) throw broken();
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  for (;;) {
    const { done, value } = await events.read().catch((error: unknown) => {
      throw signal.aborted ? error : broken();
    });
    // The connection ended in the middle of the answer.
    if (done) throw broken();
    const data: unknown = camel(JSON.parse(value.data));
    if (value.event === 'suggestion') listener.onSuggestion(data as Suggestion);
    else if (value.event === 'restart') listener.onRestart();
    else if (value.event === 'done') return data as Assistance;
    else if (value.event === 'error') throw failed(data as Partial<Problem>);
  }
}

const failed = ({ message, status = 503, code = 'unavailable' }: Partial<Problem>): ApiError =>
  new ApiError(message || FAILURE, { status, code });

export type CodeSolution = Camel<premiumWire.CodeSolution>;
export type NewPost = Camel<premiumWire.NewPost>;
export type SocialPost = Camel<premiumWire.SocialPost>;

export type PostSubject = NewPost['about'];
export type PostTone = NonNullable<NewPost['tone']>;
/** In characters. The same limit as in src/contracts/premium.ts. */
export const POST_CHARACTERS = 2_000;

export const premiumKeys = {
  solution: (codeTaskId: string) => ['premium', 'solution', codeTaskId] as const,
  design: (taskId: string) => ['premium', 'design', taskId] as const,
  posts: ['premium', 'posts'] as const,
};

/** The first read generates the text, which is slow and counts as one use. The text never changes, so it is not read again. */
const MADE_ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: false } as const;

export const solutionQuery = (codeTaskId: string) =>
  queryOptions({
    queryKey: premiumKeys.solution(codeTaskId),
    queryFn: () => request(premiumCalls.readSolution, { params: { id: codeTaskId } }),
    ...MADE_ONCE,
  });

/** `submission`: the id of the newest submission, which the feedback is about. */
export const designFeedbackQuery = (taskId: string, submission: string) =>
  queryOptions({
    queryKey: [...premiumKeys.design(taskId), submission] as const,
    queryFn: () => request(premiumCalls.readDesignFeedback, { params: { id: taskId } }),
    ...MADE_ONCE,
  });

/** The posts, newest first. */
export const postsQuery = () =>
  queryOptions({ queryKey: premiumKeys.posts, queryFn: ({ signal }) => request(premiumCalls.listPosts, { signal }) });

export const createPost = (body: NewPost, key: string) => request(premiumCalls.draftPost, { body, key });
export const updatePost = (id: string, body: EditPost) => request(premiumCalls.editPost, { params: { id }, body });
