import { decimal, hoursAndMinutes, number, percent, plural, WEEKDAYS } from './format.ts';
import type { ReportFigure } from './report-figures.ts';

/** What the pictures of putting off show: the sentence below each of them, and the bars of those that compare shares. */

interface Decided {
  readonly decided: number;
  readonly missed: number;
}
export interface PuttingOffNumbers {
  readonly moves: { readonly tasks: number; readonly moves: number; readonly medianDays: number | null };
  /** Monday first, by the first due date. */
  readonly weekdays: readonly { readonly due: number; readonly moved: number }[];
  readonly afterMoves: { readonly moved: Decided; readonly unmoved: Decided };
  readonly lastHour: { readonly kept: number; readonly inLastHour: number };
  readonly estimates: { readonly tasks: number; readonly estimatedMinutes: number; readonly focusedMinutes: number };
}

const share = (part: number, whole: number): string => (whole === 0 ? '–' : `${percent(part / whole)} %`);

/** All that was planned: each task has one first due date, and so one weekday. */
export const plannedOf = ({ weekdays }: Pick<PuttingOffNumbers, 'weekdays'>): number => weekdays.reduce((sum, { due }) => sum + due, 0);

/** The four figures at the head of the report, on the screen and in its documents. */
export function puttingOffFigures({
  moves,
  weekdays,
  afterMoves,
}: Pick<PuttingOffNumbers, 'moves' | 'weekdays' | 'afterMoves'>): readonly ReportFigure[] {
  const planned = plannedOf({ weekdays });
  const { moved, unmoved } = afterMoves;
  return [
    {
      label: 'Moved at least once',
      value: number(moves.tasks),
      unit: `of ${number(planned)} planned`,
      note: planned === 0 ? 'nothing was planned' : share(moves.tasks, planned),
    },
    {
      label: 'Moves',
      value: number(moves.moves),
      unit: '',
      note: moves.tasks === 0 ? 'nothing was moved' : `${decimal(moves.moves / moves.tasks)} for each moved task`,
    },
    {
      label: 'By how much',
      value: moves.medianDays === null ? '–' : number(moves.medianDays),
      unit: moves.medianDays === null ? '' : moves.medianDays === 1 ? 'day' : 'days',
      note: 'median, old to new due date',
    },
    {
      label: 'Moved and then missed',
      value: number(moved.missed),
      unit: `of ${number(moved.decided)} decided`,
      note: `not moved: ${number(unmoved.missed)} of ${number(unmoved.decided)}`,
    },
  ];
}

/** The sentence under a picture: what it shows, and how it is to be read. `rest` may be empty. */
interface PictureWords {
  readonly title: string;
  readonly lead: string;
  readonly rest: string;
}

export function weekdaysWords(weekdays: PuttingOffNumbers['weekdays']): PictureWords {
  const moved = weekdays.reduce((sum, day) => sum + day.moved, 0);
  const most = weekdays.reduce((best, day, index) => (day.moved > (weekdays[best]?.moved ?? 0) ? index : best), 0);
  return {
    title: 'Moves by weekday',
    lead:
      moved === 0
        ? 'Nothing was moved.'
        : `Most moves were of what was due on a ${WEEKDAYS[most]}: ${number(weekdays[most]?.moved ?? 0)} of ${number(weekdays[most]?.due ?? 0)}.`,
    rest: 'Filled is what was moved, the outline is what was due, by the first due date.',
  };
}

/** Each bar is its own whole, because the shares are compared. */
export function outcomeShares({ moved, unmoved }: PuttingOffNumbers['afterMoves']) {
  // The number and its sign stay on one line.
  const words = ({ missed, decided }: Decided): string =>
    `${number(missed)} of ${number(decided)} missed${decided === 0 ? '' : ` (${share(missed, decided).replace(' ', '\u00a0')})`}`;
  const inShare = (value: number, { decided }: Decided): number => (decided === 0 ? 0 : (value / decided) * 100);
  const row = (name: string, one: Decided) => ({
    name,
    note: `${number(one.decided)} decided`,
    parts: [
      { look: 'kept' as const, value: inShare(one.decided - one.missed, one), words: `${number(one.decided - one.missed)} kept` },
      { look: 'missed' as const, value: inShare(one.missed, one), words: `${number(one.missed)} missed` },
    ],
  });
  return {
    title: 'Outcome of moved and unmoved',
    lead: `Moved: ${words(moved)}. Not moved: ${words(unmoved)}.`,
    rest: 'Only what was decided counts.',
    rows: [row('Moved', moved), row('Not moved', unmoved)],
    whole: 100,
  };
}

export function lastHourShares({ kept, inLastHour }: PuttingOffNumbers['lastHour']) {
  const earlier = kept - inLastHour;
  return {
    title: 'The last hour',
    lead: kept === 0 ? 'Nothing was kept.' : `${number(inLastHour)} of ${number(kept)} were done at most 60 minutes before they were due.`,
    rest: '',
    rows: [
      {
        name: 'Kept',
        note: plural(kept, 'task'),
        parts: [
          { look: 'earlier' as const, value: earlier, words: `${number(earlier)} earlier` },
          { look: 'kept' as const, value: inLastHour, words: `${number(inLastHour)} in the last hour` },
        ],
      },
    ],
    whole: kept,
  };
}

export function estimateShares({ tasks, estimatedMinutes, focusedMinutes }: PuttingOffNumbers['estimates']) {
  const [estimated, focused] = [hoursAndMinutes(estimatedMinutes), hoursAndMinutes(focusedMinutes)];
  return {
    title: 'Estimate against focus',
    lead: tasks === 0 ? 'No task has both an estimate and focused time.' : `${focused} of focus for ${estimated} estimated.`,
    rest: tasks === 0 ? '' : 'Of tasks with an estimate and at least one focus session.',
    rows: [
      {
        name: 'Estimated',
        note: plural(tasks, 'task'),
        parts: [{ look: 'outline' as const, value: estimatedMinutes, words: estimated }],
      },
      { name: 'Focused', note: 'the same tasks', parts: [{ look: 'focus' as const, value: focusedMinutes, words: focused }] },
    ],
    whole: Math.max(estimatedMinutes, focusedMinutes),
  };
}
