import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { duration, number, plural, rateWords } from '../../src/contracts/words/format.ts';
import { ON_YOUR_WORD } from '../../src/contracts/words/marks.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import {
  type DecidedState,
  type ProofType,
  type VerificationStats,
  verificationHistoryQuery,
  verificationStatsQuery,
} from '../api/verifications.ts';
import { Button } from '../ui/button.tsx';
import { type Figure, Figures } from '../ui/figures.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import pageStyles from '../ui/page.module.css';
import { LoadMore } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { BlockSkeleton, Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { PERIODS, type Period, STATE_NAMES, TYPE_NAMES, type VerifyAddress } from './address.ts';
import styles from './history.module.css';
import { DecidedRow } from './verify-row.tsx';

const PERIOD_OPTIONS = PERIODS.map((days) => ({
  value: String(days ?? 'all'),
  label: days === null ? 'All time' : days === 365 ? 'A year' : `${days} days`,
}));

const JUDGE_WORDS = { partner: 'your partner', ai: 'the AI', rubric: 'written criteria', check: 'a check' } as const;

/**
 * For example '12 by your partner, 3 by the AI', largest number first. Proofs on the owner's own word have no judge and are
 * left out.
 */
export function judgesWords(by: VerificationStats['byJudge']): string {
  const said = (Object.keys(JUDGE_WORDS) as (keyof typeof JUDGE_WORDS)[])
    .filter((kind) => by[kind] > 0)
    .sort((a, b) => by[b] - by[a])
    .map((kind) => `${number(by[kind])} by ${JUDGE_WORDS[kind]}`);
  return said.join(', ');
}

const hours = (value: number | null): string => (value === null ? '–' : duration(value * 60));

export function figuresOf(stats: VerificationStats): Figure[] {
  const decided = stats.verified + stats.rejected + stats.expired;
  const onWord = stats.byJudge.self;
  const judged = stats.verified - onWord;
  return [
    {
      name: 'Verified',
      value: number(judged),
      unit: `of ${number(stats.required)}`,
      note: decided === 0 ? 'nothing decided yet' : `${rateWords(judged / decided)} of what was decided`,
    },
    { name: ON_YOUR_WORD, value: number(onWord), note: 'nobody judged it' },
    { name: 'Rejected', value: number(stats.rejected), note: 'for good' },
    { name: 'Expired', value: number(stats.expired), note: 'no proof in time' },
    { name: 'Time to proof', value: hours(stats.medianHoursToProof), note: 'median, from the completion' },
    { name: 'Time to verdict', value: hours(stats.medianHoursToDecision), note: 'median, from the proof' },
  ];
}

interface NumbersProps {
  readonly days: Period;
  readonly onDays: (days: Period) => void;
}

/** The period ends today. */
function Numbers({ days, onDays }: NumbersProps) {
  const { today } = useOwnerClock();
  const query = useQuery(verificationStatsQuery(days === null ? null : addDays(today, 1 - days), days === null ? null : today));
  const judges = query.data ? judgesWords(query.data.byJudge) : '';
  return (
    <section aria-labelledby="verify-numbers">
      <div className={clsx(pageStyles.sectionHeader, styles.heading)}>
        <h2 id="verify-numbers">Numbers</h2>
        <span className={clsx(textStyles.atEnd, pageStyles.atEnd, styles.filters)}>
          <Select
            label="Period"
            value={String(days ?? 'all')}
            options={PERIOD_OPTIONS}
            onChange={(value) => onDays(PERIODS.find((one) => String(one ?? 'all') === value) ?? null)}
          />
        </span>
      </div>
      {query.error && !query.data && (
        <div className={styles.failure}>
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
            The record is safe.
          </ErrorState>
        </div>
      )}
      {!query.data && !query.error && <BlockSkeleton height={92} label="Loading the numbers" />}
      {query.data && (
        <>
          <Figures figures={figuresOf(query.data)} />
          {judges !== '' && <p className={clsx(textStyles.small, textStyles.muted, styles.summary)}>Judged: {judges}.</p>}
        </>
      )}
    </section>
  );
}

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

export function History({ address, onAddress, selected, to }: HistoryProps) {
  const { state, type } = address;
  return (
    <>
      <Numbers days={address.days} onDays={(days) => onAddress({ days })} />
      <section className={pageStyles.section} data-part="section" aria-labelledby="verify-history">
        <div className={clsx(pageStyles.sectionHeader, styles.heading)}>
          <h2 id="verify-history">Decided</h2>
          <span className={clsx(textStyles.atEnd, pageStyles.atEnd, styles.filters)}>
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
      <div className={styles.failure}>
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
      <ol className={ledgerStyles.rows}>
        {found.map((one) => (
          <DecidedRow key={one.id} one={one} clock={clock} to={to(one.id)} selected={selected === one.id} />
        ))}
      </ol>
      <Status as="p" className={clsx(textStyles.small, textStyles.faint, styles.summary)}>
        {query.hasNextPage ? `The last ${plural(found.length, 'decision')}` : plural(found.length, 'decision')}
      </Status>
      <LoadMore more={query.hasNextPage} loading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()}>
        Older
      </LoadMore>
    </>
  );
}
