import type { Bar } from '../model/report-model.ts';
import { axis } from './bars.ts';
import { type Frame, line, round, type Scene, type Shape } from './scene.ts';

/** Two lines: planned as a dashed line, kept as a solid one. A ring marks the week that is not over yet. */
export function weeksScene(weeks: readonly Bar[], frame: Frame): Scene {
  const { shapes, left, base, scale } = axis(Math.max(...weeks.map(({ planned }) => planned), 1), frame);
  const inset = 6;
  const pitch = (frame.width - left - inset * 2) / Math.max(1, weeks.length - 1);
  const x = (index: number) => round(left + inset + index * pitch);
  const y = (value: number) => round(base - value * scale);
  const path = (values: readonly number[], start = 0) =>
    values.map((value, index) => `${index === 0 ? 'M' : 'L'}${x(start + index)} ${y(value)}`).join(' ');
  const running = weeks.at(-1)?.now === true;
  const kept = weeks.map((week) => week.kept);
  const over = running && kept.length > 1 ? kept.slice(0, -1) : kept;
  const drawn: Shape[] = [line(path(weeks.map(({ planned }) => planned)), 'edge', 1.3, 3.5), line(path(over), 'kept', 1.8)];
  if (running && kept.length > 1) drawn.push(line(path(kept.slice(-2), kept.length - 2), 'kept', 1.8, 2.5));
  if (running || kept.length === 1) drawn.push(ring(x(kept.length - 1), y(kept.at(-1) ?? 0)));
  return { width: frame.width, height: frame.height, shapes: [...shapes, ...drawn, ...labels(weeks, x, frame)] };
}

function ring(x: number, y: number): Shape {
  return {
    kind: 'path',
    d: `M${x - 3} ${y} A3 3 0 1 1 ${x + 3} ${y} A3 3 0 1 1 ${x - 3} ${y} Z`,
    stroke: 'kept',
    fill: 'sheet',
    width: 1.8,
  };
}

/** As many labels as there is room for, always with the last one. */
function labels(weeks: readonly Bar[], x: (index: number) => number, frame: Frame): readonly Shape[] {
  const room = frame.text * 5.2;
  const step = Math.max(1, Math.ceil((room * (weeks.length - 1)) / Math.max(1, x(weeks.length - 1) - x(0))));
  const last = weeks.length - 1;
  return weeks.flatMap((week, index): Shape[] => {
    if ((last - index) % step !== 0) return [];
    const anchor = index === last ? 'end' : index === 0 ? 'start' : 'middle';
    const at = index === last ? frame.width : x(index);
    return [
      {
        kind: 'text',
        x: at,
        y: round(frame.height - frame.text * 0.3),
        text: week.label,
        ink: week.now ? 'accent' : 'ink-3',
        anchor,
        bold: week.now,
      },
    ];
  });
}
