/**
 * The meaning of a mark. Each side has a table with its appearance: ink on paper (`src/reports/charts/looks.ts`), or a class of
 * the style sheet on screens (`web/charts/marks.tsx`).
 */
export type Look =
  /** The line of 0, the lines above it, and their numbers. */
  | 'axis'
  | 'grid'
  | 'tick'
  | 'planned'
  | 'kept'
  | 'missed'
  | 'missed-cross'
  | 'label'
  /** The label of the present day or week. */
  | 'now-label'
  | 'planned-line'
  | 'kept-line'
  /** The part of the line that leads to a week that is not over. */
  | 'running-line'
  /** The end of the line: a ring while the week is not over. */
  | 'ring'
  | 'point'
  /** The column of an hour, with more completions and with fewer. */
  | 'busy'
  | 'quiet'
  /** The number above a column. */
  | 'count'
  /** The column of what was done late. */
  | 'late'
  /** The line of the present time, or of the due time. */
  | 'now-line'
  /** An hour on the line of a day, and the part of it that is over. */
  | 'hour'
  | 'passed'
  /** A day, from nothing kept to the most. */
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

/** In units of the drawing. y grows downwards, and numbers are not rounded. */
export type Mark =
  | { readonly kind: 'rect'; readonly look: Look; readonly x: number; readonly y: number; readonly w: number; readonly h: number }
  /** One or several lines, each through its points. */
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

/** A cross with its middle at x and y. `arm` is its half width. */
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

/** The SVG path of lines. `written` rounds the numbers. A single line that is level or upright is written by where it ends. */
export const pathOf = (each: readonly (readonly Point[])[], written: (value: number) => number | string): string =>
  each.map((line) => linePath(line.map(([x, y]) => [written(x), written(y)] as const))).join(' ');

function linePath(points: readonly (readonly [x: number | string, y: number | string])[]): string {
  const [from, to] = points;
  if (from && to && points.length === 2 && from[1] === to[1]) return `M${from[0]} ${from[1]} H${to[0]}`;
  if (from && to && points.length === 2 && from[0] === to[0]) return `M${from[0]} ${from[1]} V${to[1]}`;
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join(' ');
}
