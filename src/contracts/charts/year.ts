import { cross, lines, type Mark, rect, text } from './marks.ts';

export type DayLevel = 0 | 1 | 2 | 3 | 4;

export interface DayMark {
  readonly kind: 'kept' | 'missed' | 'frozen' | 'ahead';
  /** How much was kept; used where `kind` is 'kept'. */
  readonly level: DayLevel;
}

/** The size of a square, and half the width of the sign in it, as a fraction of that size. */
export interface SquareFrame {
  readonly size: number;
  readonly arm: number;
}

export interface YearFrame extends SquareFrame {
  /** The position of the first square. */
  readonly left: number;
  readonly top: number;
  /** The distance from one square to the next. */
  readonly pitch: number;
  /** The base line for the names of the months. */
  readonly monthY: number;
  /** The distance from the middle of a square down to the base line of the weekday's name. */
  readonly weekdayDrop: number;
}

/** The position of a square. Its column is the week, and its row is the weekday (0 for Monday). */
export const squareAt = ({ left, top, pitch }: YearFrame, column: number, row: number) => ({
  x: left + column * pitch,
  y: top + row * pitch,
});

/** A day on which something else happened, too, is drawn as an outline, with a sign for a miss or a freeze. */
export function squareMarks({ kind, level }: DayMark, x: number, y: number, { size, arm: share }: SquareFrame): readonly Mark[] {
  if (kind === 'kept') return [rect(`day-${level}`, x, y, size, size)];
  const outline = rect(`day-${kind}`, x + 0.5, y + 0.5, size - 1, size - 1);
  const [cx, cy, arm] = [x + size / 2, y + size / 2, size * share];
  if (kind === 'missed') return [outline, cross('day-missed-cross', cx, cy, arm)];
  if (kind === 'ahead') return [outline];

  return [
    outline,
    lines(
      'day-frozen-plus',
      [
        [cx - arm, cy],
        [cx + arm, cy],
      ],
      [
        [cx, cy - arm],
        [cx, cy + arm],
      ],
    ),
  ];
}

export const todayMark = (x: number, y: number, { size }: SquareFrame): Mark => rect('today', x - 1.5, y - 1.5, size + 3, size + 3);

const ROWS = [
  [0, 'Mon'],
  [2, 'Wed'],
  [4, 'Fri'],
] as const;

/** The names of the months, above their first columns. */
export const monthMarks = (months: readonly { readonly column: number; readonly name: string }[], frame: YearFrame): readonly Mark[] =>
  months.map(({ column, name }) => text('label', squareAt(frame, column, 0).x, frame.monthY, name, 'start'));

/** The names of three weekdays, beside their rows. */
export const weekdayMarks = (frame: YearFrame): readonly Mark[] =>
  ROWS.map(([row, name]) => text('label', 0, squareAt(frame, 0, row).y + frame.size / 2 + frame.weekdayDrop, name, 'start'));

/** The height of the map with its seven rows. */
export const yearHeight = ({ top, pitch }: YearFrame): number => top + pitch * 7;
