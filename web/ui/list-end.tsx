import { useEffect, useRef } from 'react';
import { LoadMore } from './pagination.tsx';

/** How far below the window the end of a list may be when the next page is read. */
const AHEAD = '800px';

/** A query that reads a list in pages. */
export interface ReadablePages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  readonly fetchNextPage: (options: { cancelRefetch: boolean }) => unknown;
}

/** The end of a list that was not read whole. The next page is read as this comes near the window, and after a failure by the button. */
export function ListEnd({ pages: { hasNextPage, isFetching, error, fetchNextPage } }: { pages: ReadablePages }) {
  const end = useRef<HTMLDivElement>(null);
  const isWaiting = hasNextPage && !isFetching && error === null;
  useEffect(() => {
    if (!isWaiting || !end.current) return;
    // It may come near again before this renders anew. The read that is under way goes on.
    const read = () => fetchNextPage({ cancelRefetch: false });
    const observer = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && read(), {
      rootMargin: `0px 0px ${AHEAD}`,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isWaiting, fetchNextPage]);
  return (
    <div ref={end}>
      <LoadMore more={hasNextPage} loading={isFetching} onMore={() => void fetchNextPage({ cancelRefetch: false })} />
    </div>
  );
}
