import { lines, type Mark, text } from './marks.ts';

/** At most five ticks from 0 up to the greatest value. A step is 1, 2 or 5 times a power of ten. */
export function ticks(greatest: number): readonly number[] {
  const top = Math.max(1, greatest);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, top / 4)));
  const step = [1, 2, 5].map((each) => each * power).find((each) => top / each <= 4) ?? power * 10;
  return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
}

/** A linear scale: 0 becomes `to[0]`, and `greatest` becomes `to[1]`. */
export const linear =
  (greatest: number, to: readonly [number, number]) =>
  (value: number): number =>
    to[0] + (value / greatest) * (to[1] - to[0]);

/** The middle of a pixel. A line of one unit is drawn sharply there. */
export const crisp = (value: number): number => Math.floor(value) + 0.5;

/** The area of a chart that has numbers on its left. */
export interface AxisFrame {
  readonly width: number;
  /** The left end of the lines. */
  readonly left: number;
  /** The positions of 0 and of the greatest value. */
  readonly base: number;
  readonly top: number;
  /** The lowest value that the top of the chart stands for. */
  readonly least: number;
  /** Rounds the position of a line so that it is drawn sharply. */
  readonly lineAt: (y: number) => number;
  /** Gives the base line of a number, from the height of the line that it belongs to. */
  readonly numberAt: (y: number) => number;
  /** The space between a number and its line. */
  readonly numberGap: number;
}

/** The value at the top of a chart of planned tasks. */
export const greatestOf = (items: readonly { readonly planned: number }[], least: number): number =>
  Math.max(least, ...items.map(({ planned }) => planned));

/** The scale of a chart, and the lines and numbers of its ticks. */
export function axis(greatest: number, frame: AxisFrame): { readonly y: (value: number) => number; readonly marks: readonly Mark[] } {
  const y = linear(greatest, [frame.base, frame.top]);
  const marks = ticks(greatest).flatMap((value): Mark[] => {
    const line = frame.lineAt(y(value));
    return [
      lines(value === 0 ? 'axis' : 'grid', [
        [frame.left, line],
        [frame.width, line],
      ]),
      text('tick', frame.left - frame.numberGap, frame.numberAt(y(value)), String(value), 'end'),
    ];
  });
  return { y, marks };
}
