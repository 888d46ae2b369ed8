/** Runs what has the same key one after the other, in this process; different keys do not wait. */
export type Serially = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createSerially(): Serially {
  const tails = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const before = tails.get(key) ?? Promise.resolve();
    const mine = before.then(work, work);
    const tail = mine.then(
      () => undefined,
      () => undefined,
    );
    tails.set(key, tail);
    tail.then(() => {
      if (tails.get(key) === tail) tails.delete(key);
    });
    return mine;
  };
}
