import type { Problem } from '../../src/contracts/refusals.ts';
import { camel } from './names.ts';

/**
 * The failure of a call. `code` is the server's stable code, `offline` if no answer came, or `unreadable` if the answer could
 * not be parsed.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 if no answer came. */
  readonly status: number;
  readonly code: string;
  /** Error messages by field. Empty if the failure does not concern a field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** Seconds to wait, from the Retry-After header, or null. */
  readonly retryAfter: number | null;

  constructor(message: string, fault: { status: number; code: string; errors?: Record<string, string[]>; retryAfter?: number | null }) {
    super(message);
    this.status = fault.status;
    this.code = fault.code;
    this.errors = fault.errors ?? {};
    this.retryAfter = fault.retryAfter ?? null;
  }
}

export const failedWith = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);

/** The server's message, or the fallback of the call if there is none. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred';

/** `fallback` is the message if the server sends none. */
export async function errorFrom(response: Response, fallback: string): Promise<ApiError> {
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
    return typeof body === 'object' && body !== null ? camel(body as Partial<Problem>) : null;
  } catch {
    return null;
  }
}
