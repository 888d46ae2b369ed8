/**
 * An immutable map for data that grows with every event of a stream. A plain copy with one more entry would take longer
 * the larger the map is. Here the new map shares most of the old map's layers. The newest layer is the last.
 */
export type LayeredMap<Value> = readonly ReadonlyMap<string, Value>[];

export const entryOf = <Value>(map: LayeredMap<Value>, key: string): Value | undefined => map.findLast((layer) => layer.has(key))?.get(key);

export const hasEntry = (map: LayeredMap<unknown>, key: string): boolean => map.some((layer) => layer.has(key));

/**
 * Returns a map with this entry, which replaces an entry with the same key. A layer is merged with the newer ones if it
 * is not larger than all of them together, so there are never more than a few layers.
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
