import type { OpenAI } from 'openai';
import { AddressForbidden } from '../pages/refusals.ts';
import { MOST_OUTPUT_TOKENS } from './parts.ts';

export interface Access {
  readonly key: string;
  /** The address of an OpenAI-compatible API, without a trailing slash. */
  readonly url: string;
  readonly model: string;
  readonly fetch: typeof globalThis.fetch;
}

export interface Question {
  readonly system: string;
  readonly user: string;
  readonly schema: Record<string, unknown>;
}

/** Why a service gave no answer. `status`: the HTTP status, if there was one. */
export interface Failure {
  readonly failure: 'error' | 'key_refused' | 'limit_reached' | 'unreachable' | 'refused' | 'no_answer';
  readonly status: number | null;
}

/** A larger answer is abandoned, because anybody may run the service. */
const MOST_ANSWER_BYTES = 1_048_576;
/** The same for a streamed answer, in which a piece of a few characters takes some hundred bytes. */
const MOST_STREAM_BYTES = 8_388_608;

/**
 * Asks a model once and resolves with the text of its answer, or with the reason why there is none. The text of the
 * service's own errors is left out, because it may repeat what was sent.
 * @param onText is called repeatedly with all of the text so far, while the model writes; without it the text comes as
 * a whole
 * @throws the reason of the signal once it is aborted
 */
export async function askModel(
  { key, url, model, fetch }: Access,
  { system, user, schema }: Question,
  signal: AbortSignal,
  onText?: (text: string) => void,
): Promise<string | Failure> {
  try {
    const client = await clientOf({ key, url, fetch });
    const body = {
      model,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ],
      response_format: { type: 'json_schema', json_schema: { name: 'review', strict: true, schema } },
      ...outputBound(url),
    } as const;
    const { completions } = client.chat;
    if (onText)
      return await streamed(await completions.create({ ...body, messages: [...body.messages], stream: true }, { signal }), onText);
    const completion: Completion | null = await completions.create({ ...body, messages: [...body.messages] }, { signal });
    return textOf(completion);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error);
  }
}

/**
 * Why a service did not answer a test call; null: it answered. `reason`: the service's own words, which may repeat what
 * was sent.
 */
export interface Refused {
  readonly failure: Failure['failure'] | 'forbidden';
  readonly status: number | null;
  readonly reason: string | null;
}

/** Asks for a few tokens, to check whether the service accepts the key and the model. The answer is ignored. */
export async function askAnything({ key, url, model, fetch }: Access, signal: AbortSignal): Promise<Refused | null> {
  try {
    const client = await clientOf({ key, url, fetch });
    const completion: Completion | null = await client.chat.completions.create(
      { model, messages: [{ role: 'user', content: 'Answer with the word OK.' }], ...outputBound(url, CHEAP_TOKENS) },
      { signal },
    );
    const { choices }: Completion = completion ?? {};
    return Array.isArray(choices) && choices.length > 0 ? null : { failure: 'no_answer', status: null, reason: null };
  } catch (error) {
    if (signal.aborted) return { failure: 'unreachable', status: null, reason: null };
    if (isForbidden(error)) return { failure: 'forbidden', status: null, reason: null };
    const body = error instanceof Error && 'error' in error ? error.error : null;
    const said = typeof body === 'object' && body !== null && 'message' in body ? body.message : null;
    return { ...failureOf(error), reason: typeof said === 'string' ? said : null };
  }
}

/** Some services refuse fewer. */
const CHEAP_TOKENS = 16;

async function clientOf({ key, url, fetch }: Omit<Access, 'model'>): Promise<OpenAI> {
  // Loaded with the first request, because most processes never make one.
  const { default: Client } = await import('openai');
  return new Client({
    apiKey: key,
    baseURL: url,
    // Without these the library reads environment variables of its own.
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    // The library's log would contain what was submitted.
    logLevel: 'off',
    fetch: boundedFetch(fetch),
  });
}

/** OpenAI refuses the older name for its newer models, but many compatible services know only the older one. */
function outputBound(url: string, most = MOST_OUTPUT_TOKENS): { max_tokens: number } | { max_completion_tokens: number } {
  return new URL(url).hostname === 'api.openai.com' ? { max_completion_tokens: most } : { max_tokens: most };
}

/** The parts of a completion that are read. Services that are only compatible may leave out any of them. */
interface Completion {
  readonly choices?: readonly {
    readonly finish_reason?: unknown;
    readonly message?: { readonly content?: unknown; readonly refusal?: unknown };
  }[];
}

/** A piece of a streamed completion. */
interface Chunk {
  readonly choices?: readonly {
    readonly finish_reason?: unknown;
    readonly delta?: { readonly content?: unknown; readonly refusal?: unknown };
  }[];
}

async function streamed(chunks: AsyncIterable<Chunk | null>, onText: (text: string) => void): Promise<string | Failure> {
  let text = '';
  for await (const chunk of chunks) {
    const choice = chunk?.choices?.[0];
    const { content, refusal } = choice?.delta ?? {};
    if ((typeof refusal === 'string' && refusal !== '') || choice?.finish_reason === 'content_filter')
      return { failure: 'refused', status: null };
    if (typeof content !== 'string' || content === '') continue;
    text += content;
    onText(text);
  }
  return text.trim() === '' ? { failure: 'no_answer', status: null } : text;
}

function textOf(completion: Completion | null): string | Failure {
  const choice = completion?.choices?.[0];
  const { content, refusal } = choice?.message ?? {};
  if ((typeof refusal === 'string' && refusal !== '') || choice?.finish_reason === 'content_filter')
    return { failure: 'refused', status: null };
  return typeof content === 'string' && content.trim() !== '' ? content : { failure: 'no_answer', status: null };
}

/** Whether the guard of addresses forbade the connection. */
function isForbidden(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (cause instanceof AddressForbidden) return true;
  return false;
}

function failureOf(error: unknown): Failure {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number') return { failure: error instanceof SyntaxError ? 'no_answer' : 'unreachable', status: null };
  if (status === 401 || status === 403) return { failure: 'key_refused', status };
  return { failure: status === 402 || status === 429 ? 'limit_reached' : 'error', status };
}

/** A fetch with a bounded answer and without redirects, which could send the key and the material anywhere. */
function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    const most = response.headers.get('content-type')?.startsWith('text/event-stream') ? MOST_STREAM_BYTES : MOST_ANSWER_BYTES;
    let size = 0;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > most) controller.error(new Error('The answer of the AI service is too large.'));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
  };
}
