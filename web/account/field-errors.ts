import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/problem.ts';

/** Shows the server's error messages at their fields. */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): void {
  if (!(error instanceof ApiError)) return;
  let first = true;
  for (const field of fields) {
    const sentences = error.errors[field];
    if (!sentences) continue;
    setError(field, { type: 'server', message: sentences.join(' ') }, { shouldFocus: first });
    first = false;
  }
}
