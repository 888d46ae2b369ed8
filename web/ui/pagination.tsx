import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './pagination.module.css';

export type PageStep = number | 'gap-before' | 'gap-after';

/**
 * The first page, the last page and the neighbours of the current one, with gaps between them. A gap of a single page is
 * replaced by that page.
 */
export function pageWindow(page: number, pages: number): PageStep[] {
  const from = page - 1 <= 3 ? 1 : page - 1;
  const to = page + 1 >= pages - 2 ? pages : page + 1;
  const middle = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return [...(from > 1 ? [1, 'gap-before' as const] : []), ...middle, ...(to < pages ? ['gap-after' as const, pages] : [])];
}

export interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  label?: string;
}

/** For lists whose length is known. */
export function Pagination({ page, pages, onPage, label = 'Pages' }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label={label}>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <Icon of={ChevronLeft} />
      </IconButton>
      {pageWindow(page, pages).map((one) =>
        typeof one === 'string' ? (
          <span key={one} aria-hidden="true">
            …
          </span>
        ) : (
          <button
            key={one}
            type="button"
            aria-label={`Page ${one}`}
            aria-current={one === page ? 'page' : undefined}
            className={clsx(one === page && styles.chosen)}
            onClick={() => onPage(one)}
          >
            {one}
          </button>
        ),
      )}
      <IconButton label="Next page" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        <Icon of={ChevronRight} />
      </IconButton>
    </nav>
  );
}

/** For lists whose length is unknown. */
export const LoadMore = ({
  more,
  loading,
  onMore,
  children = 'Show more',
}: {
  more: boolean;
  loading: boolean;
  onMore: () => void;
  children?: string;
}) =>
  more ? (
    <div className={styles.footer}>
      <Button busy={loading} busyLabel="Loading..." onClick={onMore}>
        {children}
      </Button>
    </div>
  ) : null;
