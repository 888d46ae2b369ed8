import type { CSSProperties, ReactNode } from 'react';
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

/** A grey bar. `width` is a CSS length. */
const Bar = ({ width = '100%', height }: { width?: string; height?: number }) => (
  <span className="sk" style={{ '--w': width, ...(height ? { '--h': `${height}px` } : {}) } as CSSProperties} />
);

/** Announces once that something is loading, and shows a placeholder after 150 ms. */
const Loading = ({ label = 'Loading', children }: { label?: string; children: ReactNode }) => (
  <div className="sk-box" role="status" aria-busy="true">
    <span className="sr-only">{label}</span>
    <div aria-hidden="true">{children}</div>
  </div>
);

const LINE_WIDTHS = ['46%', '58%', '32%', '52%', '40%'];

/** A placeholder for a day with rows, as high as the real one. */
export const RowsSkeleton = ({ rows = 4, label }: { rows?: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <div className="day">
      <div className="day-h">
        <Bar width="96px" height={12} />
      </div>
      <div className="rows">
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
          <div className="row" key={index}>
            <span className="tick is-still">
              <Bar width="16px" height={16} />
            </span>
            <div className="row-b">
              <Bar width={LINE_WIDTHS[index % LINE_WIDTHS.length] ?? '40%'} />
              <span className="row-e">
                <Bar width="38px" />
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  </Loading>
);

/** A placeholder for lines of text or of a table. */
export const LinesSkeleton = ({ lines = 3, label }: { lines?: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <div className="grid gap-[14px] py-2">
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
        <Bar key={index} width={LINE_WIDTHS[(index + 1) % LINE_WIDTHS.length] ?? '40%'} />
      ))}
    </div>
  </Loading>
);

/** A placeholder of a known height, for a figure or a chart. */
export const BlockSkeleton = ({ height, label }: { height: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <Bar height={height} />
  </Loading>
);
