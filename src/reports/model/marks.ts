import type { Ink, Shape } from '../charts/scene.ts';
import type { Mark } from './report-model.ts';

const TICK = 'M4.2 7.4 L8.2 11.6 L15.8 3.4';
const CROSS = 'M5.4 3.4 L14.2 12 M14.2 3.4 L5.4 12';
const SLASH = 'M6 12 L14 3.4';
const RETURN = 'M7.6 3 L4.4 6.2 L7.6 9.4 M4.6 6.2 H12.4 A3 3 0 0 1 12.4 12 H9.6';
const RULE = 'M2.5 15.5 H17.5';
const SECOND = 'M2.5 18.5 H17.5';
const BROKEN = 'M2.5 15.5 H8.2 M11.8 15.5 H17.5';
const BOX: Shape = { kind: 'rect', x: 2.7, y: 2.7, w: 14.6, h: 14.6, fill: null, stroke: 'edge', radius: 2 };

const stroke = (d: string, ink: Ink): Shape => ({ kind: 'path', d, stroke: ink, fill: null, width: 1.8 });
const rule = (d: string, ink: Ink): Shape => ({ kind: 'path', d, stroke: ink, fill: null, width: 1.3 });
const dashed = (d: string, ink: Ink): Shape => ({ kind: 'path', d, stroke: ink, fill: null, width: 1.3, dash: 2.4 });

/**
 * Every mark, drawn in a square of 20 units. A box means open, a tick on one line means done, a tick on two lines means
 * verified.
 */
export const MARKS: Readonly<Record<Mark, readonly Shape[]>> = {
  open: [BOX],
  progress: [
    { ...BOX, stroke: 'ink' },
    { kind: 'rect', x: 5.2, y: 10, w: 9.6, h: 4.8, fill: 'ink', stroke: null },
  ],
  kept: [stroke(TICK, 'kept'), rule(RULE, 'kept')],
  awaiting: [stroke(TICK, 'due'), dashed(RULE, 'due')],
  review: [stroke(TICK, 'review'), rule(RULE, 'review'), dashed(SECOND, 'review')],
  verified: [stroke(TICK, 'kept'), rule(RULE, 'kept'), rule(SECOND, 'kept')],
  missed: [stroke(CROSS, 'missed'), rule(RULE, 'missed')],
  expired: [stroke(CROSS, 'missed'), dashed(RULE, 'missed')],
  rejected: [stroke(RETURN, 'missed'), dashed(RULE, 'missed')],
  late: [stroke(TICK, 'kept'), rule(BROKEN, 'missed')],
  skipped: [stroke(SLASH, 'ink-3'), rule(RULE, 'ink-3')],
  entry: [{ kind: 'path', d: 'M6.5 10 A3.5 3.5 0 1 1 13.5 10 A3.5 3.5 0 1 1 6.5 10 Z', stroke: 'edge', fill: null, width: 1.4 }],
};

/** The product's logo, drawn in a square of 24 units. */
export const LOGO: readonly Shape[] = [
  { kind: 'path', d: 'M4 7.5 L9.6 13.6 L20 2.4', stroke: 'accent', fill: null, width: 2.4 },
  { kind: 'path', d: 'M2.6 18.4 H21.4 M2.6 22 H21.4', stroke: 'accent', fill: null, width: 1.6 },
];
