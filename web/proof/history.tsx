import { useInfiniteQuery } from '@tanstack/react-query';
import { useOwnerClock } from '../api/owner-clock.ts';
import { type DecidedState, type ProofType, verificationHistoryQuery } from '../api/verifications.ts';
import { plural } from '../lib/words.ts';
import { Button } from '../ui/button.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Empty, ErrorState } from '../ui/states.tsx';
import { STATE_NAMES, TYPE_NAMES, type VerifyAddress } from './address.ts';
import { Numbers } from './numbers.tsx';
import { DecidedRow } from './verify-row.tsx';

const ANY = 'any';
const optionsOf = (any: string, names: Readonly<Record<string, string>>) => [
  { value: ANY, label: any },
  ...Object.entries(names).map(([value, label]) => ({ value, label })),
];
const STATES = optionsOf('Every outcome', STATE_NAMES);
const TYPES = optionsOf('Every kind', TYPE_NAMES);

interface HistoryProps {
  readonly address: VerifyAddress;
  readonly onAddress: (change: Partial<VerifyAddress>) => void;
  readonly selected: string | null;
  readonly to: (id: string) => string;
}

/** Everything about which it was decided, with its figures. */
export function History({ address, onAddress, selected, to }: HistoryProps) {
  const { state, type } = address;
  return (
    <>
      <Numbers days={address.days} onDays={(days) => onAddress({ days })} />
      <section className="sec" aria-labelledby="verify-history">
        <div className="sec-h vh">
          <h2 id="verify-history">Decided</h2>
          <span className="end vf">
            <Select
              label="Outcome"
              value={state ?? ANY}
              options={STATES}
              onChange={(value) => onAddress({ state: value === ANY ? null : (value as DecidedState) })}
            />
            <Select
              label="Kind of proof"
              value={type ?? ANY}
              options={TYPES}
              onChange={(value) => onAddress({ type: value === ANY ? null : (value as ProofType) })}
            />
          </span>
        </div>
        <Decided key={`${state} ${type}`} address={address} onAddress={onAddress} selected={selected} to={to} />
      </section>
    </>
  );
}

function Decided({ address, onAddress, selected, to }: HistoryProps) {
  const { state, type } = address;
  const clock = useOwnerClock();
  const query = useInfiniteQuery(verificationHistoryQuery({ state, type }));
  const found = query.data?.pages.flatMap((page) => page.items);
  if (!found && query.error)
    return (
      <div className="vpad">
        <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
          The record is safe.
        </ErrorState>
      </div>
    );
  if (!found) return <RowsSkeleton rows={6} label="Loading the history" />;
  if (found.length === 0)
    return state || type ? (
      <Empty
        level={3}
        title="Nothing matches"
        mark="taken_back"
        action={<Button onClick={() => onAddress({ state: null, type: null })}>Clear the filter</Button>}
      >
        Nothing was decided that has all that the filter asks for.
      </Empty>
    ) : (
      <Empty level={3} title="Nothing was decided yet" mark="verified">
        Proof that was accepted, rejected for good or not given in time is listed here.
      </Empty>
    );
  return (
    <>
      <ol className="rows">
        {found.map((one) => (
          <DecidedRow key={one.id} one={one} clock={clock} to={to(one.id)} selected={selected === one.id} />
        ))}
      </ol>
      <p className="s2 q3 vn" role="status">
        {query.hasNextPage ? `The last ${plural(found.length, 'decision')}` : plural(found.length, 'decision')}
      </p>
      <LoadMore more={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
        Older
      </LoadMore>
    </>
  );
}
