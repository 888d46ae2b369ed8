import type { Problem } from '../../src/contracts/problem.ts';
import { camel } from './names.ts';

/**
 * Why a call failed. `code` is the server's stable code, `offline` when no answer came, or `unreadable` when the answer could
 * not be parsed.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The HTTP status, or 0 when no answer came. */
  readonly status: number;
  readonly code: string;
  /** Error messages by the name of the field. Empty when the failure concerns no field. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The number of seconds to wait, from the Retry-After header, or null. */
  readonly retryAfter: number | null;

  constructor(message: string, fault: { status: number; code: string; errors?: Record<string, string[]>; retryAfter?: number | null }) {
    super(message);
    this.status = fault.status;
    this.code = fault.code;
    this.errors = fault.errors ?? {};
    this.retryAfter = fault.retryAfter ?? null;
  }
}

/** Whether this is a failure with one of these codes. */
export const failedWith = (error: unknown, ...codes: string[]): error is ApiError =>
  error instanceof ApiError && codes.includes(error.code);

/** The message to show for a failure: the server's own, else the fallback of the call. */
export const messageOf = (error: unknown): string =>
  error instanceof Error && error.message !== '' ? error.message : 'An unexpected error occurred';

/** Makes an error from an answer that is not a success. `fallback` is its message when the server sends none. */
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
