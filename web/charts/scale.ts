/** Ticks from 0 to at least `max`: round whole numbers, at most `most` of them. */
export function ticks(max: number, most = 4): number[] {
  const top = Math.max(1, max);
  for (let power = 1; ; power *= 10) {
    for (const step of [1, 2, 5].map((base) => base * power)) {
      if (top / step <= most) return Array.from({ length: Math.floor(top / step) + 1 }, (_, index) => index * step);
    }
  }
}

/** A linear scale. A domain without length maps to the start of the range. */
export const linear =
  (domain: readonly [number, number], range: readonly [number, number]) =>
  (value: number): number =>
    domain[1] === domain[0] ? range[0] : range[0] + ((value - domain[0]) / (domain[1] - domain[0])) * (range[1] - range[0]);

/** The level of a day in the map of the year: 0 for no kept task, then 1, 2 to 3, 4 to 5, and 6 or more. */
export const heatLevel = (kept: number): 0 | 1 | 2 | 3 | 4 => (kept <= 0 ? 0 : kept === 1 ? 1 : kept <= 3 ? 2 : kept <= 5 ? 3 : 4);

/** The upper bounds of the classes of delays, in minutes (done minus due). The last class has none. */
const DELAY_BOUNDS = [-1_440, -360, -120, -30, 0, 30, 120, 360, 1_440] as const;
export const DELAY_LABELS = ['1 d', '6 h', '2 h', '30 m', 'due', '30 m', '2 h', '6 h', '1 d'] as const;
export const DELAY_CLASSES = [
  'a day early or more',
  '6 to 24 hours early',
  '2 to 6 hours early',
  '30 minutes to 2 hours early',
  'in the last 30 minutes',
  'up to 30 minutes late',
  '30 minutes to 2 hours late',
  '2 to 6 hours late',
  '6 to 24 hours late',
  'over a day late',
] as const;

/** The number of delays (minutes, negative is early) in each of the ten classes. Done in the due minute is in time. */
export function delayClasses(delays: readonly number[]): number[] {
  const counts = DELAY_CLASSES.map(() => 0);
  for (const delay of delays) {
    const found = DELAY_BOUNDS.findIndex((bound) => delay <= bound);
    const index = found === -1 ? DELAY_BOUNDS.length : found;
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** Stacks marks that are closer together than `gap`, at most `most` high. The last of a stack carries the number of the others. */
export function stacked(xs: readonly number[], gap = 22, most = 3): { x: number; level: number; more: number }[] {
  const piles: { x: number; size: number }[] = [];
  const placed: { x: number; level: number; more: number }[] = [];
  for (const x of xs) {
    const pile = piles.at(-1);
    if (!pile || x - pile.x >= gap) {
      piles.push({ x, size: 1 });
      placed.push({ x, level: 0, more: 0 });
    } else if (pile.size < most) {
      placed.push({ x: pile.x, level: pile.size, more: 0 });
      pile.size += 1;
    } else {
      placed.push({ x: pile.x, level: -1, more: 0 });
      const top = placed.findLast((mark) => mark.x === pile.x && mark.level === most - 1);
      if (top) top.more += 1;
    }
  }
  return placed;
}
