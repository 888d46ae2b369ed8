/** Chance that is the same again for the same seed. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  chance(share: number): boolean;
  /** Both ends included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
}

/** Mulberry32: small, and good enough to make a year look lived. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (share) => next() < share,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (items) => items[Math.floor(next() * items.length)] as (typeof items)[number],
  };
}
