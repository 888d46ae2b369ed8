import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { number, plural, pluralWord } from '../../src/contracts/words/format.ts';
import type { Counts, StreakFigures } from '../api/reports.ts';
import { delayFigure } from '../charts/sentences.ts';
import type { Figure } from '../ui/figures.tsx';
import { Note } from '../ui/note.tsx';
import pageStyles from '../ui/page.module.css';
import { BlockSkeleton, ErrorState, LinesSkeleton } from '../ui/states.tsx';
import textStyles from '../ui/text.module.css';
import { TEXT_TONES } from '../ui/text-tones.ts';
import styles from './parts.module.css';
import reportStyles from './report.module.css';

interface ReportErrorProps {
  readonly error: Error;
  readonly query: { readonly refetch: () => Promise<unknown>; readonly isFetching: boolean };
}

export const ReportError = ({ error, query }: ReportErrorProps) => (
  <div className={reportStyles.placeholder}>
    <ErrorState title={error.message} onRetry={() => void query.refetch()} retrying={query.isFetching}>
      The record is safe.
    </ErrorState>
  </div>
);

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (report: T) => ReactNode;
}

export function Loaded<T extends { note: string | null }>({ query, children }: LoadedProps<T>) {
  if (!query.data && query.error) return <ReportError error={query.error} query={query} />;
  if (!query.data) {
    return (
      <div className={reportStyles.placeholder}>
        <BlockSkeleton height={92} label="Loading the report" />
        <LinesSkeleton lines={8} />
      </div>
    );
  }
  return (
    <div aria-busy={query.isPlaceholderData || undefined} className={query.isPlaceholderData ? styles.stale : undefined}>
      {query.data.note && <Note className={styles.note}>{query.data.note}</Note>}
      {children(query.data)}
    </div>
  );
}

/** Zero is grey. */
export const Cell = ({ value, tone }: { value: number; tone?: 'kept' | 'missed' }) => (
  <span className={value === 0 ? textStyles.faint : clsx(tone && [TEXT_TONES[tone], textStyles.strong])}>{number(value)}</span>
);

const dash = <span className={textStyles.faint}>–</span>;

interface FigureSource {
  readonly counts: Counts;
  readonly streak: StreakFigures;
  /** Undefined in reports without a delay. */
  readonly medianDelayMinutes?: number | null;
}

/** For example '2 open, 5 verified, 1 on your word'. */
const keptWords = ({ planned, open, verified, onWord }: Counts): string =>
  planned === 0
    ? 'nothing was planned'
    : [
        open > 0 ? `${number(open)} open` : 'none open',
        ...(verified > 0 ? [`${number(verified)} verified`] : []),
        ...(onWord > 0 ? [`${number(onWord)} on your word`] : []),
      ].join(', ');

/** The five figures at the top of a report. */
export function figuresOf({ counts, streak, medianDelayMinutes }: FigureSource): Figure[] {
  const decided = counts.kept + counts.missed;
  const delay = delayFigure(medianDelayMinutes ?? null);
  return [
    {
      name: 'Kept',
      value: counts.planned === 0 ? dash : number(counts.kept),
      unit: counts.planned === 0 ? '' : `of ${number(counts.planned)} planned`,
      note: keptWords(counts),
    },
    {
      name: 'Completion rate',
      value: counts.completionRate === null ? dash : Math.round(counts.completionRate * 100),
      unit: counts.completionRate === null ? '' : '%',
      note: decided === 0 ? 'nothing decided yet' : `${number(counts.kept)} of ${number(decided)} decided`,
    },
    {
      name: 'Missed',
      value: number(counts.missed),
      note: counts.late > 0 ? `${number(counts.late)} of them done late` : counts.missed > 0 ? 'none of them done late' : 'no miss',
    },
    ...(medianDelayMinutes === undefined
      ? [{ name: 'Skipped', value: number(counts.skipped), note: 'with a reason' }]
      : [{ name: 'Median delay', value: medianDelayMinutes === null ? dash : delay.value, unit: delay.unit, note: 'done minus due' }]),
    {
      name: 'Streak',
      value: number(streak.current),
      unit: pluralWord(streak.current, 'day'),
      note: `${plural(streak.freezes, 'freeze')} held, longest ${number(streak.longest)}`,
    },
  ];
}

const MEANINGS: readonly (readonly [string, string])[] = [
  ['Planned', 'Due in this time: kept, missed, skipped and open together. A moved task counts on its new date.'],
  ['Kept', 'Completed by the due time and, where proof is asked for, verified or on your word. Until that is decided it is open.'],
  ['Missed', 'Still open when the due time passed, or without proof in time. What is done late stays missed.'],
  ['Skipped', 'Given up before the due time, with a reason.'],
  ['Postponed', 'Tasks whose due time was moved to later, before it had passed.'],
  ['Taken back', 'Deleted while open, or left without a due date.'],
  ['Completion rate', 'Kept of what was decided: kept ÷ (kept + missed).'],
  [
    'Streak',
    'Days in a row on which all that was due was kept. Skips and empty days neither add nor break; one freeze covers a day with a miss.',
  ],
  ['Delay', 'Completed minus due, in minutes; the median is the middle one. Early is before the due time.'],
];

export function Meanings({ names }: { names?: readonly string[] }) {
  return (
    <section className={clsx(pageStyles.section, styles.meanings)} data-part="section" aria-labelledby="meanings-h">
      <div className={pageStyles.sectionHeader}>
        <h2 id="meanings-h">What the numbers mean</h2>
      </div>
      <dl>
        {MEANINGS.filter(([name]) => !names || names.includes(name)).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
