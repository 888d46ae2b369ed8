import type { ReactNode } from 'react';
import { ApiError, failedWith, messageOf } from '../api/problem.ts';
import { Note } from '../ui/note.tsx';

export interface FailureProps {
  error: unknown;
  /** What these fields were told stands under them; when that is all of it, nothing is said here. */
  fields?: readonly string[];
  /** What is safe when no answer came. */
  safe: string;
  actions?: ReactNode;
}

/** The red alert over a form: the server's sentence; without an answer, what failed and what is safe. */
export function Failure({ error, fields = [], safe, actions }: FailureProps) {
  if (!error || shownByFields(error, fields)) return null;
  return (
    <Note tone="missed" alert title={messageOf(error)} className="mb-5" actions={actions}>
      {failedWith(error, 'offline') && `The connection dropped. ${safe}`}
    </Note>
  );
}

/** True when the server's every sentence belongs to one of these fields. */
export function shownByFields(error: unknown, fields: readonly string[]): boolean {
  const named = error instanceof ApiError ? Object.keys(error.errors) : [];
  return named.length > 0 && named.every((name) => fields.includes(name));
}
