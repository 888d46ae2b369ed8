import { ApiError, messageOf } from '../api/problem.ts';

/** Why the server refused a call, or undefined when it did not say so. */
export const reasonOf = (error: unknown, fallback: string): string | undefined =>
  error instanceof ApiError && error.status > 0 && error.status < 500 && messageOf(error) !== fallback ? messageOf(error) : undefined;
