import { lines, type Mark, text } from './marks.ts';
import { linear, ticks } from './scale.ts';

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
