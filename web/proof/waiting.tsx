import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { pendingQuery, verificationHistoryQuery } from '../api/verifications.ts';
import { ButtonLink } from '../ui/button.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Empty, ErrorState } from '../ui/states.tsx';
import { addressOf } from './address.ts';
import { GROUP_TITLES, groupsOf } from './groups.ts';
import { DecidedRow, WaitingRow } from './verify-row.tsx';

/** How many of the newest decisions stand below what waits. */
const DECIDED = 4;
const ALL = { state: null, type: null } as const;

interface WaitingProps {
  /** The id of the task in the panel. */
  readonly selected: string | null;
  readonly to: (id: string) => string;
}

/** What waits for proof or for a verdict, and the newest decisions. */
export function Waiting({ selected, to }: WaitingProps) {
  const clock = useOwnerClock();
  const query = useQuery(pendingQuery());
  const decided = useInfiniteQuery(verificationHistoryQuery(ALL)).data?.pages[0]?.items.slice(0, DECIDED) ?? [];
  if (!query.data && query.error)
    return (
      <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
        What you gave is safe.
      </ErrorState>
    );
  if (!query.data) return <RowsSkeleton rows={5} label="Loading what waits" />;
  const groups = groupsOf(query.data);
  return (
    <>
      {groups.length === 0 && (
        <Empty
          level={2}
          title="Nothing waits for proof"
          mark="awaiting_proof"
          action={<ButtonLink to="/todo">Set proof on a task</ButtonLink>}
        >
          Tasks that ask for proof come here when you complete them.
        </Empty>
      )}
      {groups.map(({ name, items }) => (
        <section key={name} className="day" aria-labelledby={`verify-${name}`}>
          <header className="day-h">
            <h2 id={`verify-${name}`}>{GROUP_TITLES[name]}</h2>
            <span>{items.length}</span>
          </header>
          <ol className="rows">
            {items.map((one) => (
              <WaitingRow key={one.id} one={one} clock={clock} to={to(one.id)} selected={selected === one.id} />
            ))}
          </ol>
        </section>
      ))}
      {decided.length > 0 && (
        <section className="day" aria-labelledby="verify-decided">
          <header className="day-h">
            <h2 id="verify-decided">Decided</h2>
            <Link className="link end" to={addressOf({ tab: 'history' })}>
              All history
            </Link>
          </header>
          <ol className="rows">
            {decided.map((one) => (
              <DecidedRow key={one.id} one={one} clock={clock} to={to(one.id)} selected={selected === one.id} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
