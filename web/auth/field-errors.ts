import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError } from '../api/problem.ts';

/**
 * Puts the server's sentences under the fields that they are about.
 * True when every one of them found its field, so that nothing is left to say above the form.
 */
export function showFieldErrors<V extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<V>[],
  setError: UseFormSetError<V>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const given = Object.entries(error.errors);
  let shown = 0;
  for (const [name, sentences] of given) {
    const field = fields.find((one) => one === name);
    if (!field) continue;
    setError(field, { type: 'server', message: sentences.join(' ') }, { shouldFocus: shown === 0 });
    shown += 1;
  }
  return given.length > 0 && shown === given.length;
}
