/** Runs works that have the same key one after the other; works with different keys do not wait for each other. */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;
