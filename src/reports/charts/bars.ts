import type { Bar } from '../model/report-model.ts';
import { crisp, type Frame, line, round, type Scene, type Shape, ticks } from './scene.ts';

/** The base line, the grid and the numbers at the left. `scale` is the height of one unit. */
export function axis(
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
    return [...column(bar, x, width, base, scale), label(bar, x + width / 2, frame)];
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

function label(bar: Bar, x: number, frame: Frame): Shape {
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
