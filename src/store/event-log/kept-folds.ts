import { LRUCache } from 'lru-cache';
import type { Fold, KeptFolds } from '../../domain/kernel/kept-folds.ts';
import { weightOf } from './weight.ts';

/** What all kept folds may take together, in bytes. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A stream of fewer events is read about as fast as its last event alone, so nothing is kept of it. */
const LONG = 16;

export interface KeptFoldsOptions {
  readonly mostBytes?: number;
  readonly long?: number;
}

interface Entry {
  readonly fold: Fold<unknown>;
  readonly bytes: number;
  /** The revision at which the bytes were counted. */
  readonly weighed: number;
}

/**
 * Keeps the folds of the streams that were used last, in memory. They are values of this very program, so a new version
 * cannot meet folds of an old one, and nothing has to be deleted with an account: what is personal in them is sealed, and
 * the key is destroyed.
 */
export function createKeptFolds({ mostBytes = MOST_BYTES, long = LONG }: KeptFoldsOptions = {}): KeptFolds {
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes });
  const numbers = new WeakMap<object, number>();
  let count = 0;

  /** One stream may be folded by several functions, each with a state of its own. */
  function keyOf(stream: string, evolve: object): string {
    const number = numbers.get(evolve) ?? ++count;
    numbers.set(evolve, number);
    return `${number} ${stream}`;
  }

  /** A state grows little with each event, and counting a large one takes time, so it is counted now and then. */
  function weighed(known: Entry | undefined, fold: Fold<unknown>, revision: number): Pick<Entry, 'bytes' | 'weighed'> {
    const isRecent = known !== undefined && revision - known.weighed < LONG + known.weighed / LONG;
    return isRecent ? { bytes: known.bytes, weighed: known.weighed } : { bytes: 1 + weightOf(fold), weighed: revision };
  }

  return {
    get: (stream, evolve) => entries.get(keyOf(stream, evolve))?.fold,
    keep(stream, evolve, fold) {
      const { last } = fold;
      if (last === null || last.revision + 1 < long) return;
      const key = keyOf(stream, evolve);
      const known = entries.get(key);
      // A command that took longer does not replace what a later one has kept.
      if (known !== undefined && (known.fold.last?.revision ?? -1) >= last.revision) return;
      entries.set(key, { fold, ...weighed(known, fold, last.revision) });
    },
    drop: (stream, evolve) => void entries.delete(keyOf(stream, evolve)),
  };
}
