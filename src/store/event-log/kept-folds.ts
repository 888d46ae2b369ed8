import { LRUCache } from 'lru-cache';
import type { Fold, KeptFolds } from '../../domain/kernel/event-store.ts';

const OBJECT = 32;
const MEMBER = 16;

/**
 * About how many bytes a value takes in memory. A value that occurs twice counts twice. It uses a list instead of recursion, because a
 * state can contain a linked list of thousands of objects.
 */
export function weightOf(value: unknown): number {
  let bytes = 0;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') bytes += OBJECT + next.length;
    else if (typeof next !== 'object' || next === null) bytes += MEMBER / 2;
    else {
      const members = membersOf(next);
      bytes += OBJECT + MEMBER * members.length;
      for (const member of members) open.push(member);
    }
  }
  return bytes;
}

function membersOf(value: object): readonly unknown[] {
  if (value instanceof Map) return [...value.keys(), ...value.values()];
  return value instanceof Set ? [...value] : Object.values(value);
}

/** The most bytes of all stored folds together. */
const MOST_BYTES = 4 * 1024 * 1024;
/** A shorter stream is read about as fast as its last event alone, so its fold is not stored. */
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
 * Keeps the folds of recently used streams in memory. They are values of this very process, so a new version of the program never sees
 * folds of an old one. Nothing has to be deleted with an account: personal values in them are sealed, and the key is destroyed.
 */
export function createKeptFolds({ mostBytes = MOST_BYTES, long = LONG }: KeptFoldsOptions = {}): KeptFolds {
  const entries = new LRUCache<string, Entry>({ maxSize: mostBytes, sizeCalculation: ({ bytes }) => bytes });
  const numbers = new WeakMap<object, number>();
  let count = 0;

  /** Several functions may fold the same stream, each with its own state. */
  function keyOf(stream: string, evolve: object): string {
    const number = numbers.get(evolve) ?? ++count;
    numbers.set(evolve, number);
    return `${number} ${stream}`;
  }

  /** A state grows little with each event, and counting a large one takes time, so it is counted only from time to time. */
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
      // A command that took longer does not replace the result of a later one.
      if (known !== undefined && (known.fold.last?.revision ?? -1) >= last.revision) return;
      entries.set(key, { fold, ...weighed(known, fold, last.revision) });
    },
    drop: (stream, evolve) => void entries.delete(keyOf(stream, evolve)),
  };
}
