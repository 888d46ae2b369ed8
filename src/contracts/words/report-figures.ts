import { duration, number, percent, plural, pluralWord } from './format.ts';

/** The numbers of a period from which the figures at the head of its report are made, on screens, in HTML and in PDF. */
export interface ReportNumbers {
  readonly planned: number;
  readonly kept: number;
  readonly missed: number;
  readonly skipped: number;
  readonly open: number;
  readonly late: number;
  readonly verified: number;
  readonly onWord: number;
  /** From 0 to 1; null: nothing is decided. */
  readonly rate: number | null;
  /** In minutes; null: nothing with a due time was completed; undefined: the report has no delay. */
  readonly medianDelay?: number | null | undefined;
  readonly streak: { readonly current: number; readonly longest: number; readonly freezes: number };
  /** The streak is that of the end of a past period, not the present one. */
  readonly isOver: boolean;
  readonly misses: Unproven;
}

/** Misses among tasks that were done in time: how many proofs were rejected for good, and how many did not come in time. */
export interface Unproven {
  readonly rejected: number;
  readonly expired: number;
}

/** A figure: its value in large type, its unit beside it, and a note below. */
export interface ReportFigure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
}

/** Five figures. A daily report has the skips where the others have the median delay. */
export const reportFigures = (numbers: ReportNumbers): readonly ReportFigure[] => [
  keptFigure(numbers),
  rateFigure(numbers),
  { label: 'Missed', value: number(numbers.missed), unit: '', note: missNote(numbers) },
  numbers.medianDelay === undefined
    ? skippedFigure(numbers)
    : { label: 'Median delay', ...delayFigure(numbers.medianDelay), note: 'done minus due' },
  streakFigure(numbers),
];

const keptFigure = ({ planned, kept, open, verified, onWord }: ReportNumbers): ReportFigure => ({
  label: 'Kept',
  value: planned === 0 ? '–' : number(kept),
  unit: planned === 0 ? '' : `of ${number(planned)}`,
  note:
    planned === 0
      ? 'nothing was planned'
      : [
          open > 0 ? `${number(open)} open` : 'none open',
          ...(verified > 0 ? [`${number(verified)} verified`] : []),
          ...(onWord > 0 ? [`${number(onWord)} on your word`] : []),
        ].join(', '),
});

const rateFigure = ({ kept, missed, rate }: ReportNumbers): ReportFigure => ({
  label: 'Completion rate',
  value: percent(rate),
  unit: rate === null ? '' : '%',
  note: kept + missed === 0 ? 'nothing decided yet' : `${number(kept)} of ${number(kept + missed)} decided`,
});

const skippedFigure = ({ skipped }: ReportNumbers): ReportFigure => ({
  label: 'Skipped',
  value: number(skipped),
  unit: '',
  note: skipped > 0 ? 'with a reason' : 'none',
});

/** How misses ended: '1 done late, 1 rejected for good'. */
function missNote({ missed, late, misses }: ReportNumbers): string {
  if (missed === 0) return 'none';
  const parts = [
    [late, 'done late'],
    [misses.rejected, 'rejected for good'],
    [misses.expired, 'without proof in time'],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${number(count)} ${what}`);
  return words.length === 0 ? 'none done late' : words.join(', ');
}

/** A delay, done minus due, as every length of time is written: '4' and 'h 42 min early'. */
export function delayFigure(minutes: number | null): { readonly value: string; readonly unit: string } {
  if (minutes === null) return { value: '–', unit: '' };
  if (minutes === 0) return { value: '0', unit: 'min, on time' };
  const [value = '', ...rest] = duration(minutes).split(' ');
  return { value, unit: [...rest, minutes < 0 ? 'early' : 'late'].join(' ') };
}

const streakFigure = ({ streak, isOver }: ReportNumbers): ReportFigure => ({
  label: isOver ? 'Streak at the end' : 'Streak',
  value: number(streak.current),
  unit: pluralWord(streak.current, 'day'),
  note: `longest ${number(streak.longest)}${streak.freezes > 0 ? `, ${plural(streak.freezes, 'freeze')} held` : ''}`,
});
