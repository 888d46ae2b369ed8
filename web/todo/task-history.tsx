import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { AuditEntry } from '../api/audit.ts';
import type { Page } from '../api/client.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { Trail } from '../history/trail.tsx';
import { plural } from '../lib/words.ts';
import { LoadMore } from '../ui/pagination.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';

interface TaskHistoryProps {
  readonly audit: UseInfiniteQueryResult<InfiniteData<Page<AuditEntry>>>;
  readonly clock: OwnerClock;
}

/** The history of one task, newest first. */
export function TaskHistory({ audit, clock }: TaskHistoryProps) {
  const entries = audit.data?.pages.flatMap((page) => page.items);
  return (
    <section className="dsec" aria-labelledby="history-h">
      <h3 id="history-h">
        History{' '}
        {entries && (
          <span className="count">{audit.hasNextPage ? `the last ${entries.length} events` : plural(entries.length, 'event')}</span>
        )}
      </h3>
      {audit.error && !entries && (
        <ErrorState title={audit.error.message} onRetry={() => void audit.refetch()} retrying={audit.isFetching}>
          The record is safe.
        </ErrorState>
      )}
      {!entries && !audit.error && <LinesSkeleton lines={4} label="Loading history" />}
      {entries && <Trail entries={entries} zone={clock.zone} today={clock.today} />}
      <LoadMore more={audit.hasNextPage} loading={audit.isFetchingNextPage} onMore={() => void audit.fetchNextPage()}>
        Older
      </LoadMore>
    </section>
  );
}
