import { LRUCache } from 'lru-cache';

const MOST_OWNERS = 10_000;

/** The bytes of each owner: counted once, and then updated. The caller makes the changes of one owner one after the other. */
export interface Totals {
  of(owner: string): Promise<number>;
  add(owner: string, bytes: number): void;
  /** The next call of `of` counts again. */
  forget(owner: string): void;
}

export function createTotals(count: (owner: string) => Promise<number>): Totals {
  const known = new LRUCache<string, number>({ max: MOST_OWNERS });
  return {
    async of(owner) {
      const total = known.get(owner) ?? (await count(owner));
      known.set(owner, total);
      return total;
    },
    add(owner, bytes) {
      const total = known.get(owner);
      if (total !== undefined) known.set(owner, total + bytes);
    },
    forget: (owner) => void known.delete(owner),
  };
}
