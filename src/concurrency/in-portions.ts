/** Runs the work for all items, at most `atOnce` at the same time. Returns the results in the order of the items. */
export async function inPortions<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < items.length; index += atOnce)
    results.push(...(await Promise.all(items.slice(index, index + atOnce).map(work))));
  return results;
}
