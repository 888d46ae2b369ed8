/** Something that the person does at an instant. */
export interface PersonAction {
  readonly at: string;
  readonly run: () => Promise<unknown>;
}

export interface Person {
  readonly owner: string;
  readonly zone: string;
  readonly random: Random;
  /** Random numbers that are used for proofs only. */
  readonly proofs: Random;
  /** Random numbers that are used for pictures, emails and coding questions only. */
  readonly extras: Random;
  /** The id of the partner, after the partner has accepted. */
  readonly partner: () => string | null;
}

/** Random numbers that are the same for the same seed. */
export interface Random {
  /** A number from 0 to 1, not including 1. */
  next(): number;
  chance(share: number): boolean;
  /** A whole number between the two, both included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
}

function oneOf<T>(items: readonly T[], index: number): T {
  const [item] = items.slice(index, index + 1);
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}

/** Mulberry32, a small generator that is good enough for a plausible year. */
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
    pick: (items) => oneOf(items, Math.floor(next() * items.length)),
  };
}
