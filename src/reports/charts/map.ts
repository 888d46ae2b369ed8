import type { MapDay, YearMap } from '../model/report-model.ts';
import { cross } from './bars.ts';
import { type Frame, line, round, type Scene, type Shape } from './scene.ts';

const ROWS = [
  [0, 'Mon'],
  [2, 'Wed'],
  [4, 'Fri'],
] as const;
const FULL_YEAR = 53;

/** One square per day, one column per week. The height follows from the width. */
export function mapScene({ weeks, months }: YearMap, { width, text }: Omit<Frame, 'height'>): Scene {
  const left = text * 2.7;
  const top = text * 1.6;
  const pitch = Math.min((width - left) / Math.max(weeks.length, FULL_YEAR), text * 1.6);
  const size = round(pitch * 0.8);
  const shapes: Shape[] = weeks.flatMap((days, week) =>
    days.flatMap((day, index) => (day === null ? [] : square(day, round(left + week * pitch), round(top + index * pitch), size))),
  );
  const names = months.map(
    ({ week, label }): Shape => ({
      kind: 'text',
      x: round(left + week * pitch),
      y: round(text * 0.95),
      text: label,
      ink: 'ink-3',
      anchor: 'start',
    }),
  );
  const rows = ROWS.map(
    ([row, label]): Shape => ({
      kind: 'text',
      x: 0,
      y: round(top + row * pitch + size / 2 + text * 0.35),
      text: label,
      ink: 'ink-3',
      anchor: 'start',
    }),
  );
  return { width, height: round(top + pitch * 7), shapes: [...shapes, ...names, ...rows] };
}

function square(day: MapDay, x: number, y: number, size: number): readonly Shape[] {
  const outlined = (fill: 'missed-wash' | 'sunk' | null, stroke: 'missed' | 'review' | 'line'): Shape => ({
    kind: 'rect',
    x: round(x + 0.5),
    y: round(y + 0.5),
    w: round(size - 1),
    h: round(size - 1),
    fill,
    stroke,
    radius: 1.2,
  });
  const [cx, cy, arm] = [x + size / 2, y + size / 2, size * 0.2];
  if (day.frozen)
    return [
      outlined('sunk', 'review'),
      line(
        `M${round(cx - arm)} ${round(cy)} H${round(cx + arm)} M${round(cx)} ${round(cy - arm)} V${round(cy + arm)}`,
        'review',
        round(size * 0.1),
      ),
    ];
  if (day.missed) return [outlined('missed-wash', 'missed'), { ...cross(cx, cy, arm), width: round(size * 0.11) } as Shape];
  if (day.ahead) return [outlined(null, 'line')];
  return [{ kind: 'rect', x, y, w: size, h: size, fill: `h${day.level}`, stroke: null, radius: 1.5 }];
}

/** A sample of each kind of square, and what it means. */
const MAP_LEGEND = [
  { day: { date: '', level: 0, missed: false, frozen: false, ahead: false }, words: 'nothing kept' },
  { day: { date: '', level: 2, missed: false, frozen: false, ahead: false }, words: 'some kept' },
  { day: { date: '', level: 4, missed: false, frozen: false, ahead: false }, words: 'most kept' },
  { day: { date: '', level: 0, missed: true, frozen: false, ahead: false }, words: 'a miss' },
  { day: { date: '', level: 0, missed: true, frozen: true, ahead: false }, words: 'a miss, covered by a freeze' },
] as const satisfies readonly { day: MapDay; words: string }[];

/** The legend as one row of shapes. `measure` gives the width of a text in the frame's text size. */
export function legendScene({ text, width }: Omit<Frame, 'height'>, measure: (words: string) => number): Scene {
  const size = round(text * 0.9);
  let x = 0;
  const shapes = MAP_LEGEND.flatMap(({ day, words }): Shape[] => {
    const at = x;
    x += size + 5 + measure(words) + 14;
    return [
      ...square(day, round(at), 0, size),
      { kind: 'text', x: round(at + size + 5), y: round(size * 0.86), text: words, ink: 'ink-3', anchor: 'start' },
    ];
  });
  return { width, height: size + 2, shapes };
}
