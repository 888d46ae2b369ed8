import { linear } from '../../src/contracts/charts/axis.ts';
import { lines, type Mark, text } from '../../src/contracts/charts/marks.ts';
import { clockTime, shortHour } from '../../src/contracts/words/format.ts';

const HEIGHT = 78;
const AXIS = 50;
const EDGE = 8;
/** The size of a mark, and the vertical distance between stacked marks. */
export const MARK_SIZE = 20;
const LEVEL = 22;
const LOWEST = 26;
/** The width of the current time at the right of its line. */
const TIME_ROOM = 52;
const DAY = 1_440;

export interface Place {
  readonly x: number;
  /** The level in the stack, from 0 at the bottom. -1: the mark is not drawn, only counted. */
  readonly level: number;
  /** The number of marks that are not drawn and that this mark stands for. */
  readonly more: number;
}

export interface DayLineFigure {
  readonly height: number;
  readonly marks: readonly Mark[];
  /** The top left corner of each task's mark, in the order of `minutes`. Null: the mark is only counted. */
  readonly places: readonly ({ readonly x: number; readonly y: number; readonly more: number } | null)[];
}

/** The hour at which the line begins. `first`: when the first task is due, in minutes since midnight. */
export const firstHour = (first: number | undefined, now: number): number =>
  Math.min(6, Math.floor((first ?? 360) / 60), Math.floor(now / 60));

/**
 * The line starts at six o'clock, or earlier if something is due earlier, and ends at midnight. `minutes`: due times in minutes
 * since midnight, earliest first.
 */
export function dayLine(minutes: readonly number[], now: { minutes: number; time: string }, width: number): DayLineFigure {
  const from = firstHour(minutes[0], now.minutes);
  const scale = linear(DAY - from * 60, [EDGE, width - EDGE]);
  const x = (minute: number): number => scale(minute - from * 60);
  const stacks = stacked(minutes.map((minute) => Math.min(x(minute), width - MARK_SIZE / 2)));
  const lift = LEVEL * Math.max(0, ...stacks.map(({ level }) => level));
  const axisY = AXIS + lift;
  const line = (look: 'passed' | 'axis', start: number, end: number): Mark =>
    lines(look, [
      [start, axisY + 0.5],
      [end, axisY + 0.5],
    ]);
  const every = (width - EDGE * 2) / (24 - from) >= 40 ? 2 : 4;
  return {
    height: HEIGHT + lift,
    marks: [
      ...Array.from({ length: 25 - from }, (_, index) => hourMarks(from + index, x, axisY, every)).flat(),
      line('passed', EDGE, x(now.minutes)),
      line('axis', x(now.minutes), width - EDGE),
      ...nowMarks(x(now.minutes), clockTime(now.time), axisY, width),
    ],
    places: stacks.map(({ x: middle, level, more }) =>
      level < 0 ? null : { x: middle - MARK_SIZE / 2, y: LOWEST + lift - level * LEVEL, more },
    ),
  };
}

function hourMarks(hour: number, x: (minute: number) => number, axisY: number, every: number): readonly Mark[] {
  const at = x(hour * 60);
  const named = hour % every === 0;
  const tick = lines('hour', [
    [at, axisY],
    [at, axisY + (named ? 6 : 3)],
  ]);
  if (!named) return [tick];
  return [tick, text('label', at, axisY + 22, shortHour(hour), hour === 24 ? 'end' : 'middle')];
}

function nowMarks(x: number, time: string, axisY: number, width: number): readonly Mark[] {
  const room = width - x > TIME_ROOM;
  const line = lines('now-line', [
    [x, 6],
    [x, axisY + 7],
  ]);
  return [line, text('now-label', room ? x + 7 : x - 7, 14, time, room ? 'start' : 'end')];
}

/**
 * Stacks marks that are closer together than `gap`, up to `most` high. The top mark carries the number of the remaining ones.
 */
export function stacked(xs: readonly number[], gap = LEVEL, most = 3): Place[] {
  const piles: { x: number; size: number }[] = [];
  const placed: { x: number; level: number; more: number }[] = [];
  for (const x of xs) {
    const pile = piles.at(-1);
    if (!pile || x - pile.x >= gap) {
      piles.push({ x, size: 1 });
      placed.push({ x, level: 0, more: 0 });
    } else if (pile.size < most) {
      placed.push({ x: pile.x, level: pile.size, more: 0 });
      pile.size += 1;
    } else {
      placed.push({ x: pile.x, level: -1, more: 0 });
      const top = placed.findLast((mark) => mark.x === pile.x && mark.level === most - 1);
      if (top) top.more += 1;
    }
  }
  return placed;
}
