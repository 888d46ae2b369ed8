import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { number } from '../../src/contracts/words/format.ts';
import { MEANINGS, type Meaning } from '../../src/contracts/words/meanings.ts';
import { reportFigures, type Unproven } from '../../src/contracts/words/report-figures.ts';
import type { Counts, StreakFigures } from '../api/reports.ts';
import type { Task } from '../api/tasks.ts';
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

export function Loaded<T extends { generatedAt: string; note?: string | null }>({ query, children }: LoadedProps<T>) {
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

interface FigureSource {
  readonly counts: Counts;
  readonly streak: StreakFigures;
  /** Undefined in reports without a delay. */
  readonly medianDelayMinutes?: number | null;
  /** Only reports with a list of tasks have it. */
  readonly tasks?: readonly Task[];
  /** How many tasks the list leaves out. */
  readonly more?: number;
}

/** The five figures at the top of a report. `isOver`: its last date is past. */
export function figuresOf(report: FigureSource, isOver: boolean): Figure[] {
  const { counts, streak, medianDelayMinutes: medianDelay } = report;
  const numbers = { ...counts, rate: counts.completionRate, medianDelay, streak, isOver, misses: unprovenAmong(report) };
  return reportFigures(numbers).map(({ label: name, value, unit, note }) => ({
    name,
    value: value === '–' ? <span className={textStyles.faint}>–</span> : value,
    // A document has no room for this word.
    unit: name === 'Kept' && unit !== '' ? `${unit} planned` : unit,
    note,
  }));
}

/** Only a report that lists all its tasks can tell how misses ended. */
function unprovenAmong({ tasks = [], more = 0 }: FigureSource): Unproven {
  const missed = more > 0 ? [] : tasks.filter(({ outcome, late, completed }) => outcome === 'missed' && completed && !late);
  const rejected = missed.filter(({ verificationState }) => verificationState === 'rejected').length;
  return { rejected, expired: missed.length - rejected };
}

const ALL_MEANINGS = Object.keys(MEANINGS) as Meaning[];

export function Meanings({ names = ALL_MEANINGS }: { names?: readonly Meaning[] }) {
  return (
    <section className={clsx(pageStyles.section, styles.meanings)} data-part="section" aria-labelledby="meanings-h">
      <div className={pageStyles.sectionHeader}>
        <h2 id="meanings-h">What the numbers mean</h2>
      </div>
      <dl>
        {names.map((name) => (
          <div key={name}>
            <dt>{MEANINGS[name].term}</dt>
            <dd>{MEANINGS[name].sentence}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
