import { keysOf } from '../../domain/kernel/records.ts';
/** The product's colours, each for the light and the dark theme. A PDF always has the light ones. */
export const PALETTE = {
  ground: ['#f3f5f1', '#0e1210'],
  sheet: ['#fcfdfb', '#141916'],
  sunk: ['#eceee9', '#1f2622'],
  line: ['#dfe4dc', '#29312c'],
  'line-2': ['#c2cabf', '#3d4841'],
  edge: ['#7d887f', '#77847b'],
  ink: ['#17211c', '#e8ede8'],
  'ink-2': ['#434f47', '#b6c0b8'],
  'ink-3': ['#5b665e', '#8f9a91'],
  accent: ['#6e2358', '#e0a1cb'],
  'accent-wash': ['#f5eaf1', '#2c1926'],
  kept: ['#1a6a3f', '#71cd96'],
  due: ['#855000', '#e2b15c'],
  'due-wash': ['#faefd9', '#2d230f'],
  missed: ['#ad251d', '#f28f83'],
  'missed-wash': ['#fae8e5', '#341916'],
  review: ['#1d57a3', '#8ab6f2'],
  h0: ['#e9ede6', '#1e2521'],
  h1: ['#c3e0cc', '#1d4430'],
  h2: ['#8cc5a0', '#2b6a48'],
  h3: ['#4a9c6d', '#459a6b'],
  h4: ['#1a6a3f', '#71cd96'],
} as const satisfies Record<string, readonly [string, string]>;
export type Ink = keyof typeof PALETTE;

export const INKS = keysOf(PALETTE);
export const light = (ink: Ink): string => PALETTE[ink][0];

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
