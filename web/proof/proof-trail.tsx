import { useInfiniteQuery } from '@tanstack/react-query';
import { auditQuery } from '../api/audit.ts';
import type { OwnerClock } from '../api/owner-clock.ts';
import { Trail } from '../history/trail.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { LinesSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';

/** What happened to the task and its proof: when, and by whom, newest first. */
export function ProofTrail({ id, clock }: { id: string; clock: OwnerClock }) {
  const audit = useInfiniteQuery(auditQuery(id));
  const entries = audit.data?.pages.flatMap((page) => page.items);
  return (
    <section className="dsec" aria-labelledby="trail-h">
      <h3 id="trail-h">Trail</h3>
      {audit.error && !entries && (
        <ErrorState title={audit.error.message} onRetry={() => void audit.refetch()} retrying={audit.isFetching}>
          The record is safe.
        </ErrorState>
      )}
      {!entries && !audit.error && <LinesSkeleton lines={4} label="Loading the trail" />}
      {entries && <Trail entries={entries} zone={clock.zone} today={clock.today} />}
      <LoadMore more={audit.hasNextPage} loading={audit.isFetchingNextPage} onMore={() => void audit.fetchNextPage()}>
        Older
      </LoadMore>
    </section>
  );
}
