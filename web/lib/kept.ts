import { useRef } from 'react';

/** The value of an earlier rendering as long as the present one is the same, so that what depends on it is not made anew. */
export function useKept<T>(value: T, isSame: (a: T, b: T) => boolean): T {
  const kept = useRef(value);
  if (kept.current !== value && !isSame(kept.current, value)) kept.current = value;
  return kept.current;
}

/** Whether two lists have the same items in the same order. */
export const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, at) => item === b[at]);

/** Whether two maps have the same keys with lists of the same items. */
export const sameLists = (a: ReadonlyMap<string, readonly unknown[]>, b: ReadonlyMap<string, readonly unknown[]>): boolean =>
  a.size === b.size && [...a].every(([key, items]) => sameItems(items, b.get(key) ?? []));
