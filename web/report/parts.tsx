import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Note } from '../ui/note.tsx';
import { BlockSkeleton, LinesSkeleton } from '../ui/skeleton.tsx';
import { ReportError } from './report-error.tsx';

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (report: T) => ReactNode;
}

/** The report, a placeholder while it loads, or the failure. */
export function Loaded<T extends { note: string | null }>({ query, children }: LoadedProps<T>) {
  if (!query.data && query.error) return <ReportError error={query.error} query={query} />;
  if (!query.data) {
    return (
      <div className="rep-e">
        <BlockSkeleton height={92} label="Loading the report" />
        <LinesSkeleton lines={8} />
      </div>
    );
  }
  return (
    <div aria-busy={query.isPlaceholderData || undefined} className={query.isPlaceholderData ? 'rep-old' : undefined}>
      {query.data.note && <Note className="rep-note">{query.data.note}</Note>}
      {children(query.data)}
    </div>
  );
}

/** A number in a table. Zero is grey. */
export const Cell = ({ value, tone }: { value: number; tone?: 'kept' | 'missed' }) => (
  <span className={value === 0 ? 'q3' : tone ? `${tone} b` : undefined}>{value.toLocaleString('en-US')}</span>
);
