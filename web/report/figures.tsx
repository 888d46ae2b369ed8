import type { Counts } from '../api/reports.ts';
import type { StreakFigures } from '../api/streaks.ts';
import { delayFigure } from '../charts/sentences.ts';
import { number, plural } from '../lib/words.ts';
import type { Figure } from '../ui/figures.tsx';

const dash = <span className="q3">–</span>;

interface FigureSource {
  readonly counts: Counts;
  readonly streak: StreakFigures;
  /** Missing in reports without a delay. */
  readonly medianDelayMinutes?: number | null;
}

/** What of the planned is open, and what of the kept was seen by others: '2 open, 5 verified, 1 on your word'. */
const keptWords = ({ planned, open, verified, onWord }: Counts): string =>
  planned === 0
    ? 'nothing was planned'
    : [
        open > 0 ? `${number(open)} open` : 'none open',
        ...(verified > 0 ? [`${number(verified)} verified`] : []),
        ...(onWord > 0 ? [`${number(onWord)} on your word`] : []),
      ].join(', ');

/** The five figures at the beginning of a report. */
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
      unit: streak.current === 1 ? 'day' : 'days',
      note: `${plural(streak.freezes, 'freeze')} held, longest ${number(streak.longest)}`,
    },
  ];
}
