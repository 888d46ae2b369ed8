import { MOST_OUTPUT_TOKENS } from './budget.ts';

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
  /** The JSON schema of the answer. */
  readonly schema: Record<string, unknown>;
}

/** Why a service gave no answer. `status`: the HTTP status, where there was one. */
export interface Failure {
  readonly failure: 'error' | 'key_refused' | 'limit_reached' | 'unreachable' | 'refused' | 'no_answer';
  readonly status: number | null;
}

/** An answer of the service larger than this is given up, since whoever runs it may be anybody. */
const MOST_ANSWER_BYTES = 1_048_576;

/**
 * Asks a model once and resolves with the text of its answer, or with why there is none. The text of the service's own errors
 * is not passed on, since it may repeat what was sent.
 * @throws the reason of the signal once it is aborted
 */
export async function askModel(
  { key, url, model, fetch }: Access,
  { system, user, schema }: Question,
  signal: AbortSignal,
): Promise<string | Failure> {
  // Loaded with the first question, since most processes never ask one.
  const { default: OpenAI } = await import('openai');
  try {
    const client = new OpenAI({
      apiKey: key,
      baseURL: url,
      // Without these it takes what is in variables of its own.
      adminAPIKey: null,
      organization: null,
      project: null,
      maxRetries: 0,
      // Its log would hold what was submitted.
      logLevel: 'off',
      fetch: boundedFetch(fetch),
    });
    const completion: unknown = await client.chat.completions.create(
      {
        model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: user },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'review', strict: true, schema } },
        ...outputBound(url),
      },
      { signal },
    );
    return textOf(completion);
  } catch (error) {
    signal.throwIfAborted();
    return failureOf(error);
  }
}

/** OpenAI itself refuses the older name for its newer models; many compatible services know only the older one. */
function outputBound(url: string): { max_tokens: number } | { max_completion_tokens: number } {
  return new URL(url).hostname === 'api.openai.com' ? { max_completion_tokens: MOST_OUTPUT_TOKENS } : { max_tokens: MOST_OUTPUT_TOKENS };
}

/** The parts of a completion that are read. Services that are only compatible may leave out any of them. */
interface Completion {
  readonly choices?: readonly {
    readonly finish_reason?: unknown;
    readonly message?: { readonly content?: unknown; readonly refusal?: unknown };
  }[];
}

function textOf(completion: unknown): string | Failure {
  const choice = (completion as Completion | null)?.choices?.[0];
  const { content, refusal } = choice?.message ?? {};
  if ((typeof refusal === 'string' && refusal !== '') || choice?.finish_reason === 'content_filter')
    return { failure: 'refused', status: null };
  return typeof content === 'string' && content.trim() !== '' ? content : { failure: 'no_answer', status: null };
}

function failureOf(error: unknown): Failure {
  const status = (error as { readonly status?: unknown } | null)?.status;
  if (typeof status !== 'number') return { failure: error instanceof SyntaxError ? 'no_answer' : 'unreachable', status: null };
  if (status === 401 || status === 403) return { failure: 'key_refused', status };
  return { failure: status === 402 || status === 429 ? 'limit_reached' : 'error', status };
}

/** The fetch without redirects, which could lead anywhere with the key and the material, and with a bounded answer. */
function boundedFetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'error' });
    if (response.body === null) return response;
    let size = 0;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        size += chunk.byteLength;
        if (size > MOST_ANSWER_BYTES) controller.error(new Error('The answer of the AI service is too large.'));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(bounded), { status, statusText, headers });
  };
}
