/**
 * The meaning of a mark. Reports and screens each have a table with its appearance: colours for reports
 * (`src/reports/charts/looks.ts`), class names for screens (`web/charts/marks.tsx`).
 */
export type Look =
  /** The base line at 0, the lines above it, and their numbers. */
  | 'axis'
  | 'grid'
  | 'tick'
  | 'planned'
  | 'kept'
  /** The part of what was planned that was moved to another day. */
  | 'moved'
  | 'missed'
  | 'missed-cross'
  | 'label'
  /** The label of the present day or week. */
  | 'now-label'
  | 'planned-line'
  | 'kept-line'
  /** The part of the line that leads to a week that has not ended. */
  | 'running-line'
  /** The end of the line. It is a ring while the week has not ended. */
  | 'ring'
  | 'point'
  /** The column of an hour with more completions, or with fewer. */
  | 'busy'
  | 'quiet'
  /** The number above a column. */
  | 'count'
  /** The column of tasks that were completed late. */
  | 'late'
  /** The line at the present time, or at the due time. */
  | 'now-line'
  /** An hour on the line of a day, and the part of it that has passed. */
  | 'hour'
  | 'passed'
  /** The square of a day, in steps from nothing kept to the most kept. */
  | 'day-0'
  | 'day-1'
  | 'day-2'
  | 'day-3'
  | 'day-4'
  | 'day-missed'
  | 'day-missed-cross'
  | 'day-frozen'
  | 'day-frozen-plus'
  | 'day-ahead'
  /** The frame around the present day. */
  | 'today';

export type Point = readonly [x: number, y: number];

/** All positions and lengths are in units of the drawing, and are not rounded. y grows downwards. */
export type Mark =
  | { readonly kind: 'rect'; readonly look: Look; readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  | { readonly kind: 'lines'; readonly look: Look; readonly lines: readonly (readonly Point[])[] }
  | { readonly kind: 'circle'; readonly look: Look; readonly x: number; readonly y: number; readonly r: number }
  /** `y` is the base line of the text. */
  | {
      readonly kind: 'text';
      readonly look: Look;
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly anchor: 'start' | 'middle' | 'end';
    };

export const rect = (look: Look, x: number, y: number, w: number, h: number): Mark => ({ kind: 'rect', look, x, y, w, h });
export const lines = (look: Look, ...each: readonly (readonly Point[])[]): Mark => ({ kind: 'lines', look, lines: each });
export const text = (look: Look, x: number, y: number, words: string, anchor: 'start' | 'middle' | 'end'): Mark => ({
  kind: 'text',
  look,
  x,
  y,
  text: words,
  anchor,
});

/** A cross centred at x and y. `arm` is half its width. */
export const cross = (look: Look, x: number, y: number, arm: number): Mark =>
  lines(
    look,
    [
      [x - arm, y - arm],
      [x + arm, y + arm],
    ],
    [
      [x + arm, y - arm],
      [x - arm, y + arm],
    ],
  );

/**
 * The SVG path of the lines. `written` rounds the numbers. A single horizontal or vertical line is written with the short
 * commands `H` and `V`.
 */
export const pathOf = (each: readonly (readonly Point[])[], written: (value: number) => number | string): string =>
  each.map((line) => linePath(line.map(([x, y]) => [written(x), written(y)] as const))).join(' ');

function linePath(points: readonly (readonly [x: number | string, y: number | string])[]): string {
  const [from, to] = points;
  if (from && to && points.length === 2 && from[1] === to[1]) return `M${from[0]} ${from[1]} H${to[0]}`;
  if (from && to && points.length === 2 && from[0] === to[0]) return `M${from[0]} ${from[1]} V${to[1]}`;
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
}
