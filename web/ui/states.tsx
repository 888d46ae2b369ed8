import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Mark, type MarkName } from './mark.tsx';
import { Note } from './note.tsx';

export interface EmptyProps {
  title: string;
  /** Says what would be shown. */
  children?: ReactNode;
  /** The action that adds something. */
  action?: ReactNode;
  mark?: MarkName;
  /** The level of the heading: 2 directly below the title of the page. */
  level?: 2 | 3;
}

export function Empty({ title, children, action, mark = 'pending', level = 3 }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className="empty">
      <Mark name={mark} named={false} />
      <div className="empty-b">
        <Heading>{title}</Heading>
        {children && <p>{children}</p>}
        {action}
      </div>
    </div>
  );
}

export interface ErrorStateProps {
  /** What failed: 'Failed to fetch all tasks'. */
  title: string;
  /** Says what is not affected. */
  children?: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
}

export const ErrorState = ({ title, children, onRetry, retrying = false }: ErrorStateProps) => (
  <Note
    tone="missed"
    alert
    title={/[.!?]$/.test(title) ? title : `${title}.`}
    actions={
      onRetry && (
        <Button size="s" busy={retrying} busyLabel="Retrying..." onClick={onRetry}>
          Retry
        </Button>
      )
    }
  >
    {children}
  </Note>
);
