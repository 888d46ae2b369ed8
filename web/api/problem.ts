import type { Problem } from '../../src/http/contracts/problem.ts';

/** Why a call failed. `code` is the server's stable code; `offline` when no answer came, `unreadable` when it made no sense. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** Sentences by field, empty when the fault lies elsewhere. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait, from Retry-After, or null. */
  readonly retryAfter: number | null;

  constructor(message: string, fault: { status: number; code: string; errors?: Record<string, string[]>; retryAfter?: number | null }) {
    super(message);
    this.status = fault.status;
    this.code = fault.code;
    this.errors = fault.errors ?? {};
    this.retryAfter = fault.retryAfter ?? null;
  }
}

/** True for a failure that carries one of these codes. */
export const failedWith = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);

/** The sentence to show: the server's, else the call's own. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred';

/** Reads a refusal. `fallback` is the sentence when the server gives none. */
export async function refusal(response: Response, fallback: string): Promise<ApiError> {
  const problem = await readProblem(response);
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(problem?.message || fallback, {
    status: response.status,
    code: problem?.code ?? 'unreadable',
    ...(problem?.errors ? { errors: problem.errors } : {}),
    retryAfter: Number.isFinite(wait) ? wait : null,
  });
}

async function readProblem(response: Response): Promise<Partial<Problem> | null> {
  if (!/json/.test(response.headers.get('content-type') ?? '')) return null;
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Partial<Problem>) : null;
  } catch {
    return null;
  }
}
