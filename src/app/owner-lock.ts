import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { KeyedMutex } from '../ports/coordination.ts';
import type { App } from './app.ts';

const mutexes = new WeakMap<object, KeyedMutex>();

/**
 * Runs work for one owner on one subject (`what`) one piece after the other, so that parallel writes do not conflict: in this process, and
 * in all processes that share the stores. The lock is not reentrant: `work` must not ask for the same lock.
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
