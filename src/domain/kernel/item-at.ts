/**
 * The item at an index at which the list must have one. A negative index counts from the end.
 * @throws RangeError if there
 * is none
 */
export function itemAt<Item>(list: readonly Item[], index: number): Item {
  const item = list.at(index);
  if (item === undefined) throw new RangeError(`There is no item ${index} among ${list.length}.`);
  return item;
}
