import type { ReactNode } from 'react';
import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { Note } from '../ui/note.tsx';

export interface FailureProps {
  error: unknown;
  /** The names of fields that show their own error messages. When the failure concerns only these, nothing is shown here. */
  fields?: readonly string[];
  /** What is not affected when no answer came. */
  safe: string;
  actions?: ReactNode;
}

/** The message above a form when its call failed: the server's own, or what failed when no answer came. */
export function Failure({ error, fields = [], safe, actions }: FailureProps) {
  if (!error || shownByFields(error, fields)) return null;
  return (
    <Note tone="missed" alert title={messageOf(error)} className="mb-5" actions={actions}>
      {failedWith(error, 'offline') && `The connection dropped. ${safe}`}
    </Note>
  );
}

/** Whether all error messages of a failure belong to these fields. */
export function shownByFields(error: unknown, fields: readonly string[]): boolean {
  const named = error instanceof ApiError ? Object.keys(error.errors) : [];
  return named.length > 0 && named.every((name) => fields.includes(name));
}

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
