import type { ReactNode } from 'react';
import { failedWith, messageOf } from '../api/problem.ts';
import { Note } from '../ui/note.tsx';

export interface FailureProps {
  error: unknown;
  /** What is safe when no answer came. */
  safe: string;
  actions?: ReactNode;
}

/** The red alert over a form: the server's sentence; without an answer, what failed and what is safe. */
export function Failure({ error, safe, actions }: FailureProps) {
  if (!error) return null;
  return (
    <Note tone="missed" alert title={messageOf(error)} className="mb-5" actions={actions}>
      {failedWith(error, 'offline') && `The connection dropped. ${safe}`}
    </Note>
  );
}
