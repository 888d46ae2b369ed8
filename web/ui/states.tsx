import { onlineManager } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type CSSProperties, type ReactNode, useSyncExternalStore } from 'react';
import type { MarkName } from '../../src/contracts/words/marks.ts';
import { Button } from './button.tsx';
import layoutStyles from './layout.module.css';
import ledgerStyles from './ledger.module.css';
import markStyles from './mark.module.css';
import { Mark } from './mark.tsx';
import { Note } from './note.tsx';
import styles from './states.module.css';
import textStyles from './text.module.css';

export interface EmptyProps {
  title: string;
  /** What this place will show once there is something. */
  children?: ReactNode;
  action?: ReactNode;
  mark?: MarkName;
  /** 2 directly below the title of the page. */
  level?: 2 | 3;
}

export function Empty({ title, children, action, mark = 'pending', level = 3 }: EmptyProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty} data-part="empty">
      <Mark name={mark} named={false} />
      <div className={styles.emptyBody}>
        <Heading dir="auto">{title}</Heading>
        {children && <p>{children}</p>}
        {action}
      </div>
    </div>
  );
}

export interface ErrorStateProps {
  /** For example 'Failed to fetch all tasks'. */
  title: string;
  /** What is not affected by the failure. */
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

/** `width` is a CSS length, `height` is in pixels. */
const Bar = ({ width = '100%', height }: { width?: string; height?: number }) => (
  <span className={styles.skeleton} style={{ '--w': width, ...(height ? { '--h': `${height}px` } : {}) } as CSSProperties} />
);

const useOnline = (): boolean =>
  useSyncExternalStore(
    (notify) => onlineManager.subscribe(notify),
    () => onlineManager.isOnline(),
    () => true,
  );

/** Screen readers read the label in place of what is loading. The placeholder appears after 150 ms. Without a connection it says why nothing comes. */
function Loading({ label = 'Loading', children }: { label?: string; children: ReactNode }) {
  const isOnline = useOnline();
  return (
    <div className={styles.skeletonBox} aria-busy={isOnline}>
      {isOnline ? (
        <>
          <span className={layoutStyles.visuallyHidden}>{label}</span>
          <div aria-hidden="true">{children}</div>
        </>
      ) : (
        <p className={clsx(textStyles.small, textStyles.muted)}>Not on this device yet. It comes when you are online.</p>
      )}
    </div>
  );
}

const LINE_WIDTHS = ['46%', '58%', '32%', '52%', '40%'];

/** As high as the real rows, so that the page does not jump. */
export const RowsSkeleton = ({ rows = 4, label }: { rows?: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <div className={ledgerStyles.day}>
      <div className={ledgerStyles.dayHeader} data-part="day-header">
        <Bar width="96px" height={12} />
      </div>
      <div className={ledgerStyles.rows}>
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all equal and never move
          <div className={ledgerStyles.row} data-part="row" key={index}>
            <span className={clsx(markStyles.button, markStyles.still)} data-part="tick">
              <Bar width="16px" height={16} />
            </span>
            <div className={ledgerStyles.rowBody} data-part="row-body">
              <Bar width={LINE_WIDTHS[index % LINE_WIDTHS.length] ?? '40%'} />
              <span className={ledgerStyles.rowEnd} data-part="row-end">
                <Bar width="38px" />
              </span>
            </div>
          </div>
        ))}
      </div>
    </div>
  </Loading>
);

/** For lines of text or a table. */
export const LinesSkeleton = ({ lines = 3, label }: { lines?: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <div className={styles.lines}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all equal and never move
        <Bar key={index} width={LINE_WIDTHS[(index + 1) % LINE_WIDTHS.length] ?? '40%'} />
      ))}
    </div>
  </Loading>
);

/** For a figure or a chart. */
export const BlockSkeleton = ({ height, label }: { height: number; label?: string }) => (
  <Loading {...(label ? { label } : {})}>
    <Bar height={height} />
  </Loading>
);
