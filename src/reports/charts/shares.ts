import { type SharePart, wordsInside } from '../../contracts/charts/shares.ts';
import type { Shares } from '../model/report-model.ts';
import { type Frame, type Ink, round, type Scene, type Shape } from './scene.ts';

/** All fills are pale, so that the words on them are readable in both themes and on paper. */
const LOOKS: Readonly<Record<SharePart['look'], { readonly fill: Ink | null; readonly stroke: Ink | null }>> = {
  kept: { fill: 'h2', stroke: null },
  earlier: { fill: 'h1', stroke: null },
  missed: { fill: 'missed-wash', stroke: 'missed' },
  outline: { fill: null, stroke: 'edge' },
  focus: { fill: 'accent-wash', stroke: 'accent' },
};
/** In heights of the text: the width of the names, the height of a bar, and the space between two bars. */
const NAMES = 8.6;
const BAR = 2.6;
const BETWEEN = 1.1;

/** Horizontal bars that share one scale, divided into parts. The height follows from the number of bars. */
export function sharesScene({ rows, whole }: Shares, { width, text }: Omit<Frame, 'height'>): Scene {
  const left = round(text * NAMES);
  const [bar, pitch] = [text * BAR, text * (BAR + BETWEEN)];
  const shapes = rows.flatMap(({ name, note, parts }, index): Shape[] => {
    const y = round(index * pitch + text * 0.4);
    const words = (line: string, at: number, ink: Ink, bold = false): Shape => ({
      kind: 'text',
      x: 0,
      y: round(y + at * text),
      text: line,
      ink,
      anchor: 'start',
      ...(bold && { bold }),
    });
    return [words(name, 1.1, 'ink', true), words(note, 2.3, 'ink-3'), ...barShapes(parts, whole, { left, width, y, bar, text })];
  });
  return { width, height: round(rows.length * pitch), shapes };
}

interface BarPlace {
  readonly left: number;
  readonly width: number;
  readonly y: number;
  readonly bar: number;
  readonly text: number;
}

function barShapes(parts: readonly SharePart[], whole: number, { left, width, y, bar, text }: BarPlace): readonly Shape[] {
  let x = left;
  return parts.flatMap((part): Shape[] => {
    if (part.value <= 0) return [];
    const w = (part.value / Math.max(1, whole)) * (width - left);
    const from = x;
    x += w;
    const { fill, stroke } = LOOKS[part.look];
    const box: Shape = { kind: 'rect', x: round(from), y, w: round(Math.max(1.5, w - 1.5)), h: round(bar), fill, stroke };
    const words = wordsInside(part, whole);
    if (words === '') return [box];
    return [box, { kind: 'text', x: round(from + text * 0.6), y: round(y + bar * 0.64), text: words, ink: 'ink', anchor: 'start' }];
  });
}
