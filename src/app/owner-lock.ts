import { createKeyedMutex, type KeyedMutex } from '../ports/keyed-mutex.ts';
import type { App } from './app.ts';

const mutexes = new WeakMap<object, KeyedMutex>();

/**
 * Runs works of one owner on one subject (`what`) one after the other, so that parallel writes do not race each other: in this
 * process, and where several share the stores in all of them. It is not reentrant: `work` must not ask for the same lock.
 */
export function withOwnerLock<T>(
  { store, shared }: Pick<App, 'store' | 'shared'>,
  owner: string,
  work: () => Promise<T>,
  what: string,
): Promise<T> {
  if (shared) return shared.mutex(`${what} ${owner}`, work);
  const mutex = mutexes.get(store) ?? createKeyedMutex();
  mutexes.set(store, mutex);
  return mutex(`${what} ${owner}`, work);
}
