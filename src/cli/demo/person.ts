import { dueInstant } from '../../domain/calendar/local.ts';

/** Something that the person does at an instant. */
export interface PersonAction {
  readonly at: string;
  readonly run: () => Promise<unknown>;
}

export interface Person {
  readonly owner: string;
  readonly zone: string;
  /** The instant at which the year ends. */
  readonly end: string;
  readonly random: Random;
  /** Random numbers that are used for proofs only. */
  readonly proofs: Random;
  /** Random numbers that are used for pictures, emails and coding questions only. */
  readonly extras: Random;
  /** Random numbers that are used for time boxes and focus sessions only. */
  readonly times: Random;
  /** How many time boxes the person plans on each date at most. A date that is missing has none. */
  readonly boxesOn: ReadonlyMap<string, number>;
  /** The id of the partner, after the partner has accepted. */
  readonly partner: () => string | null;
}

/** A minute of a day, counted from its local midnight, as a local time. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const instantAt = (date: string, minute: number, zone: string): string => dueInstant(date, timeOf(minute), zone);

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
