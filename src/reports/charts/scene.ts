import type { Ink } from '../model/palette.ts';

/** A shape of a chart, the same for SVG and PDF. The unit is the caller's (px or pt), and y grows downwards. */
export type Shape =
  | {
      readonly kind: 'rect';
      readonly x: number;
      readonly y: number;
      readonly w: number;
      readonly h: number;
      readonly fill: Ink | null;
      readonly stroke: Ink | null;
      readonly radius?: number;
    }
  /** `d`: an SVG path of M, L, H, V, A and Z. */
  | {
      readonly kind: 'path';
      readonly d: string;
      readonly stroke: Ink | null;
      readonly fill: Ink | null;
      readonly width: number;
      readonly dash?: number;
    }
  /** `y` is the base line of the text. */
  | {
      readonly kind: 'text';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      readonly ink: Ink;
      readonly anchor: 'start' | 'middle' | 'end';
      readonly bold?: boolean;
    };

/** A drawing: its size and its shapes. */
export interface Scene {
  readonly width: number;
  readonly height: number;
  readonly shapes: readonly Shape[];
}

/** The size of the area that a chart is drawn into, and the size of its text. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly text: number;
}

/** Rounded to two decimals, which is enough for a drawing. */
export const round = (value: number): number => Math.round(value * 100) / 100;
/** The middle of a pixel, so that a line of one unit is drawn sharp. */
export const crisp = (value: number): number => Math.floor(value) + 0.5;

/** At most five ticks from 0 up to the greatest value, in steps of 1, 2 or 5 times a power of ten. */
export function ticks(greatest: number): readonly number[] {
  const rough = Math.max(1, greatest / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? rough;
  const whole = Math.max(1, Math.round(step));
  return Array.from({ length: Math.floor(greatest / whole) + 1 }, (_, index) => index * whole);
}

/** A line along the SVG path `d`. `dash` is the length of its dashes; without it the line is solid. */
export const line = (d: string, stroke: Ink, width: number, dash?: number): Shape => ({
  kind: 'path',
  d,
  stroke,
  fill: null,
  width,
  ...(dash === undefined ? {} : { dash }),
});
