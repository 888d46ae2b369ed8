import type { ReactNode } from 'react';
import { failedWith, messageOf } from '../api/problem.ts';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';

export interface FailureProps {
  error: unknown;
  /** Reassurance for the case that no answer came: what is still safe. */
  safe: string;
  actions?: ReactNode;
}

/** Shows the server's message, or `safe` if no answer came. */
export function Failure({ error, safe, actions }: FailureProps) {
  if (!error) return null;
  return (
    <Note tone="missed" alert title={messageOf(error)} className={layoutStyles.after20} actions={actions}>
      {failedWith(error, 'offline') && `The connection dropped. ${safe}`}
    </Note>
  );
}
