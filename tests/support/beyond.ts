/** The items of `some` that `others` does not contain, or contains less often. */
export function beyond<T>(some: Iterable<T>, others: Iterable<string>, key: (one: T) => string): readonly T[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1);
  return [...some].filter((one) => {
    const count = left.get(key(one)) ?? 0;
    left.set(key(one), count - 1);
    return count < 1;
  });
}
