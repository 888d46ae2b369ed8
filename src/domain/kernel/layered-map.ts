/**
 * An immutable map for what grows with every event of a stream. A plain copy with one more entry takes as long as the map
 * is large; here most of the entries are in layers that the new map shares with the old one. The newest layer is the last.
 */
export type LayeredMap<Value> = readonly ReadonlyMap<string, Value>[];

export const entryOf = <Value>(map: LayeredMap<Value>, key: string): Value | undefined => map.findLast((layer) => layer.has(key))?.get(key);

export const hasEntry = (map: LayeredMap<unknown>, key: string): boolean => map.some((layer) => layer.has(key));

/**
 * The map with this entry, which replaces one with the same key. Layers that are no larger than what comes after them
 * are merged, so each is larger than all later ones together, and there are never more than a few.
 */
export function withEntry<Value>(map: LayeredMap<Value>, key: string, value: Value): LayeredMap<Value> {
  let [kept, size] = [map.length, 1];
  for (let layer = map.at(-1); layer !== undefined && layer.size <= size; layer = map[kept - 1]) {
    size += layer.size;
    kept -= 1;
  }
  const merged = new Map(map.slice(kept).flatMap((layer) => [...layer]));
  return [...map.slice(0, kept), merged.set(key, value)];
}
