import type { Bar } from '../model/report-model.ts';
import { crisp, type Frame, line, round, type Scene, type Shape, ticks } from './scene.ts';

/** The base line, the grid and the numbers at the left. `scale` is the height of one unit. */
function axis(
  greatest: number,
  frame: Frame,
): { readonly shapes: readonly Shape[]; readonly left: number; readonly base: number; readonly scale: number } {
  const marks = ticks(greatest);
  const left = round(8 + String(marks.at(-1) ?? 0).length * frame.text * 0.62);
  const base = frame.height - frame.text * 1.8;
  const scale = (base - frame.text) / Math.max(1, greatest);
  const shapes = marks.flatMap((value): Shape[] => {
    const y = crisp(base - value * scale);
    return [
      line(`M${left} ${y} H${frame.width}`, value === 0 ? 'line-2' : 'line', 1),
      { kind: 'text', x: left - 7, y: round(y + frame.text * 0.3), text: String(value), ink: 'ink-3', anchor: 'end' },
    ];
  });
  return { shapes, left, base, scale };
}

/** One column per bar: planned as an outline, kept filled, misses with a cross. The label of the present one has the accent colour. */
export function barsScene(bars: readonly Bar[], frame: Frame): Scene {
  const { shapes, left, base, scale } = axis(Math.max(...bars.map(({ planned }) => planned), 1), frame);
  const pitch = (frame.width - left) / bars.length;
  const width = Math.round(Math.min(pitch * 0.54, 40));
  const drawn = bars.flatMap((bar, index) => {
    const x = Math.floor(left + pitch * (index + 0.5) - width / 2);
    return [...column(bar, x, width, base, scale), barLabel(bar, x + width / 2, frame)];
  });
  return { width: frame.width, height: frame.height, shapes: [...shapes, ...drawn] };
}

function column(bar: Bar, x: number, width: number, base: number, scale: number): readonly Shape[] {
  const top = (value: number) => Math.round(base - value * scale);
  const shapes: Shape[] = [];
  if (bar.planned > 0)
    shapes.push({
      kind: 'rect',
      x: x + 0.5,
      y: top(bar.planned) + 0.5,
      w: width - 1,
      h: crisp(base) - top(bar.planned) - 0.5,
      fill: null,
      stroke: 'edge',
    });
  if (bar.kept > 0)
    shapes.push({ kind: 'rect', x, y: top(bar.kept), w: width, h: Math.floor(base) - top(bar.kept), fill: 'h3', stroke: null });
  if (bar.missed > 0) {
    const [high, low] = [top(bar.kept + bar.missed), top(bar.kept)];
    shapes.push(
      { kind: 'rect', x: x + 0.5, y: high + 0.5, w: width - 1, h: Math.max(1, low - high - 1), fill: 'missed-wash', stroke: 'missed' },
      cross(x + width / 2, (high + low) / 2, Math.min(4, (low - high) / 3, width / 4)),
    );
  }
  return shapes;
}

/** A cross with its middle at x and y. `arm` is its half width. */
export function cross(x: number, y: number, arm: number): Shape {
  const [l, r, t, b] = [round(x - arm), round(x + arm), round(y - arm), round(y + arm)];
  return line(`M${l} ${t} L${r} ${b} M${r} ${t} L${l} ${b}`, 'missed', 1.3);
}

function barLabel(bar: Bar, x: number, frame: Frame): Shape {
  return {
    kind: 'text',
    x: round(x),
    y: round(frame.height - frame.text * 0.3),
    text: bar.label,
    ink: bar.now ? 'accent' : 'ink-3',
    anchor: 'middle',
    bold: bar.now,
  };
}

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
  return { width: frame.width, height: frame.height, shapes: [...shapes, ...drawn, ...weekLabels(weeks, x, frame)] };
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
function weekLabels(weeks: readonly Bar[], x: (index: number) => number, frame: Frame): readonly Shape[] {
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

const HOUR_LABELS = [
  [0, 'start'],
  [6, 'middle'],
  [12, 'middle'],
  [18, 'middle'],
  [24, 'end'],
] as const;

/** 24 columns, one per hour. The greatest one shows its number, and hours above the mean are darker. */
export function hoursScene(hours: readonly number[], frame: Frame): Scene {
  const greatest = Math.max(...hours, 1);
  const base = frame.height - frame.text * 1.7;
  const scale = (base - frame.text * 1.4) / greatest;
  const pitch = frame.width / 24;
  const used = hours.filter((count) => count > 0);
  const mean = used.reduce((sum, count) => sum + count, 0) / Math.max(1, used.length);
  const shapes: Shape[] = hours.flatMap((count, hour): Shape[] => {
    if (count === 0) return [];
    const height = round(count * scale);
    const bar: Shape = {
      kind: 'rect',
      x: round(hour * pitch + 1),
      y: round(base - height),
      w: round(pitch - 2),
      h: height,
      fill: count >= mean ? 'h3' : 'h2',
      stroke: null,
    };
    if (count !== greatest) return [bar];
    return [
      bar,
      {
        kind: 'text',
        x: round((hour + 0.5) * pitch),
        y: round(base - height - frame.text * 0.4),
        text: String(count),
        ink: 'ink-2',
        anchor: 'middle',
      },
    ];
  });
  const labels = HOUR_LABELS.map(
    ([hour, anchor]): Shape => ({
      kind: 'text',
      x: round(hour * pitch),
      y: round(frame.height - frame.text * 0.25),
      text: String(hour).padStart(2, '0'),
      ink: 'ink-3',
      anchor,
    }),
  );
  return {
    width: frame.width,
    height: frame.height,
    shapes: [...shapes, line(`M0 ${crisp(base)} H${frame.width}`, 'line-2', 1), ...labels],
  };
}
