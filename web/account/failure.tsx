import type { ReactNode } from 'react';
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
