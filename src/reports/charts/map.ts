import {
  type DayMark,
  monthMarks,
  type SquareFrame,
  squareAt,
  squareMarks,
  weekdayMarks,
  type YearFrame,
  yearHeight,
} from '../../contracts/charts/year.ts';
import type { MapDay, YearMap } from '../model/report-model.ts';
import { shapesOf } from './looks.ts';
import { type Frame, round, type Scene, type Shape } from './scene.ts';

const FULL_YEAR = 53;
const ARM = 0.2;

/** A square for each day and a column for each week. The height follows from the width. */
export function mapScene({ weeks, months }: YearMap, { width, text }: Omit<Frame, 'height'>): Scene {
  const left = text * 2.7;
  const pitch = Math.min((width - left) / Math.max(weeks.length, FULL_YEAR), text * 1.6);
  const frame: YearFrame = {
    left,
    top: text * 1.6,
    pitch,
    size: round(pitch * 0.8),
    arm: ARM,
    monthY: text * 0.95,
    weekdayDrop: text * 0.35,
  };
  const squares = weeks.flatMap((days, column) =>
    days.flatMap((day, row) => {
      const { x, y } = squareAt(frame, column, row);
      // The size is rounded first, so that all squares have the same size, and their signs the same position in them.
      return day === null ? [] : square(dayMark(day), round(x), round(y), frame);
    }),
  );
  const names = shapesOf([
    ...monthMarks(
      months.map(({ week, label }) => ({ column: week, name: label })),
      frame,
    ),
    ...weekdayMarks(frame),
  ]);
  return { width, height: round(yearHeight(frame)), shapes: [...squares, ...names] };
}

/** The lines of the signs become wider with larger squares. */
const square = (day: DayMark, x: number, y: number, frame: SquareFrame): readonly Shape[] =>
  shapesOf(squareMarks(day, x, y, frame), {
    'day-missed-cross': round(frame.size * 0.11),
    'day-frozen-plus': round(frame.size * 0.1),
  });

const dayMark = ({ level, missed, frozen, ahead }: MapDay): DayMark => ({
  kind: frozen ? 'frozen' : missed ? 'missed' : ahead ? 'ahead' : 'kept',
  level,
});

/** One example of each kind of square, with its meaning. */
const MAP_LEGEND = [
  { day: { kind: 'kept', level: 0 }, words: 'nothing kept' },
  { day: { kind: 'kept', level: 2 }, words: 'some kept' },
  { day: { kind: 'kept', level: 4 }, words: 'most kept' },
  { day: { kind: 'missed', level: 0 }, words: 'a miss' },
  { day: { kind: 'frozen', level: 0 }, words: 'a miss, covered by a freeze' },
] as const satisfies readonly { day: DayMark; words: string }[];

/** The legend as one row of shapes. `measure` gives the width of a text in the frame's text size. */
export function legendScene({ text, width }: Omit<Frame, 'height'>, measure: (words: string) => number): Scene {
  const size = round(text * 0.9);
  let x = 0;
  const shapes = MAP_LEGEND.flatMap(({ day, words }): readonly Shape[] => {
    const at = x;
    x += size + 5 + measure(words) + 14;
    const name: Shape = { kind: 'text', x: round(at + size + 5), y: round(size * 0.86), text: words, ink: 'ink-3', anchor: 'start' };
    return [...square(day, round(at), 0, { size, arm: ARM }), name];
  });
  return { width, height: size + 2, shapes };
}
