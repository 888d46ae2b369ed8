import { type Look, type Mark, pathOf } from '../../contracts/charts/marks.ts';
import { type Ink, round, type Shape } from './scene.ts';

/** The appearance of a mark in the PDF and in the HTML report. Lines have a width, and dashes of this length. */
interface Drawn {
  readonly fill?: Ink;
  readonly stroke?: Ink;
  readonly width?: number;
  readonly dash?: number;
  readonly radius?: number;
  readonly bold?: boolean;
}

const LOOKS: Readonly<Record<Look, Drawn>> = {
  axis: { stroke: 'line-2', width: 1 },
  grid: { stroke: 'line', width: 1 },
  tick: { fill: 'ink-3' },
  label: { fill: 'ink-3' },
  'now-label': { fill: 'accent', bold: true },
  count: { fill: 'ink-2' },
  planned: { stroke: 'edge' },
  kept: { fill: 'h3' },
  moved: { fill: 'ink-2' },
  missed: { fill: 'missed-wash', stroke: 'missed' },
  'missed-cross': { stroke: 'missed', width: 1.3 },
  'planned-line': { stroke: 'edge', width: 1.3, dash: 3.5 },
  'kept-line': { stroke: 'kept', width: 1.8 },
  'running-line': { stroke: 'kept', width: 1.8, dash: 2.5 },
  ring: { fill: 'sheet', stroke: 'kept', width: 1.8 },
  point: { fill: 'kept' },
  busy: { fill: 'h3' },
  quiet: { fill: 'h2' },
  late: { fill: 'missed' },
  'now-line': { stroke: 'accent', width: 1.5 },
  hour: { stroke: 'line-2', width: 1 },
  passed: { stroke: 'ink-2', width: 1.5 },
  'day-0': { fill: 'h0', radius: 1.5 },
  'day-1': { fill: 'h1', radius: 1.5 },
  'day-2': { fill: 'h2', radius: 1.5 },
  'day-3': { fill: 'h3', radius: 1.5 },
  'day-4': { fill: 'h4', radius: 1.5 },
  'day-missed': { fill: 'missed-wash', stroke: 'missed', radius: 1.2 },
  'day-missed-cross': { stroke: 'missed' },
  'day-frozen': { fill: 'sunk', stroke: 'review', radius: 1.2 },
  'day-frozen-plus': { stroke: 'review' },
  'day-ahead': { stroke: 'line', radius: 1.2 },
  today: { stroke: 'accent' },
};

/** Converts marks to shapes for SVG and PDF. `widths`: the widths of lines that grow with the drawing. */
export const shapesOf = (marks: readonly Mark[], widths: Partial<Record<Look, number>> = {}): readonly Shape[] =>
  marks.map((mark) => {
    const drawn = LOOKS[mark.look];
    return shapeOf(mark, { ...drawn, width: widths[mark.look] ?? drawn.width ?? 1 });
  });

function shapeOf(mark: Mark, drawn: Drawn & { readonly width: number }): Shape {
  const { width, dash, radius, bold } = drawn;
  const [fill, stroke] = [drawn.fill ?? null, drawn.stroke ?? null];
  if (mark.kind === 'text') {
    const { text, anchor } = mark;
    return { kind: 'text', x: round(mark.x), y: round(mark.y), text, ink: fill ?? 'ink', anchor, ...(bold ? { bold } : {}) };
  }
  if (mark.kind === 'rect') {
    const [x, y, w, h] = [round(mark.x), round(mark.y), round(mark.w), round(mark.h)];
    return { kind: 'rect', x, y, w, h, fill, stroke, ...(radius ? { radius } : {}) };
  }
  const d = mark.kind === 'circle' ? circle(round(mark.x), round(mark.y), mark.r) : pathOf(mark.lines, round);
  return { kind: 'path', d, stroke, fill, width, ...(dash ? { dash } : {}) };
}

function circle(x: number, y: number, r: number): string {
  const [left, right] = [round(x - r), round(x + r)];
  return `M${left} ${y} A${r} ${r} 0 1 1 ${right} ${y} A${r} ${r} 0 1 1 ${left} ${y} Z`;
}
