import { useQuery } from '@tanstack/react-query';
import { ON_YOUR_WORD } from '../../src/contracts/words/on-word.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { type VerificationStats, verificationStatsQuery } from '../api/verifications.ts';
import { duration, number } from '../lib/words.ts';
import { type Figure, Figures } from '../ui/figures.tsx';
import { Select } from '../ui/select.tsx';
import { BlockSkeleton } from '../ui/skeleton.tsx';
import { ErrorState } from '../ui/states.tsx';
import { PERIODS, type Period } from './address.ts';

const PERIOD_OPTIONS = PERIODS.map((days) => ({
  value: String(days ?? 'all'),
  label: days === null ? 'All time' : days === 365 ? 'A year' : `${days} days`,
}));

const JUDGES = { partner: 'your partner', ai: 'the AI', rubric: 'written criteria', check: 'a check' } as const;

/** Who judged, most first: '12 by your partner, 3 by the AI'. What counts on the owner's own word was judged by nobody. */
export function judgesWords(by: VerificationStats['byJudge']): string {
  const said = (Object.keys(JUDGES) as (keyof typeof JUDGES)[])
    .filter((kind) => by[kind] > 0)
    .sort((a, b) => by[b] - by[a])
    .map((kind) => `${number(by[kind])} by ${JUDGES[kind]}`);
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
      note: decided === 0 ? 'nothing decided yet' : `${Math.round((judged / decided) * 100)} % of what was decided`,
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

/** The figures of a period that ends today. */
export function Numbers({ days, onDays }: NumbersProps) {
  const { today } = useOwnerClock();
  const query = useQuery(verificationStatsQuery(days === null ? null : addDays(today, 1 - days), days === null ? null : today));
  const judges = query.data ? judgesWords(query.data.byJudge) : '';
  return (
    <section aria-labelledby="verify-numbers">
      <div className="sec-h vh">
        <h2 id="verify-numbers">Numbers</h2>
        <span className="end vf">
          <Select
            label="Period"
            value={String(days ?? 'all')}
            options={PERIOD_OPTIONS}
            onChange={(value) => onDays(PERIODS.find((one) => String(one ?? 'all') === value) ?? null)}
          />
        </span>
      </div>
      {query.error && !query.data && (
        <div className="vpad">
          <ErrorState title={query.error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
            The record is safe.
          </ErrorState>
        </div>
      )}
      {!query.data && !query.error && <BlockSkeleton height={92} label="Loading the numbers" />}
      {query.data && (
        <>
          <Figures figures={figuresOf(query.data)} />
          {judges !== '' && <p className="s2 q2 vn">Judged: {judges}.</p>}
        </>
      )}
    </section>
  );
}
