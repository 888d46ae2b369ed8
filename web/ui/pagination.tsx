import { clsx } from 'clsx';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { pageWindow } from './page-window.ts';

export interface PaginationProps {
  /** The number of the page, from 1. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
  label?: string;
}

/** Pagination for lists of known length. */
export function Pagination({ page, pages, onPage, label = 'Pages' }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className="pg" aria-label={label}>
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
            className={clsx(one === page && 'on')}
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

/** A button that loads the next page below the present ones, for lists of unknown length. */
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
    <div className="py-3">
      <Button busy={loading} busyLabel="Loading..." onClick={onMore}>
        {children}
      </Button>
    </div>
  ) : null;
