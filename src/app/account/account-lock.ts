import type { App } from '../app.ts';
import { createKeyedMutex, type KeyedMutex } from '../keyed-mutex.ts';

const mutexes = new WeakMap<object, KeyedMutex>();

/** Runs works of one account one after the other, so that nothing is made for an account while it is being deleted. */
export function withAccountLock<T>({ store, shared }: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> {
  if (shared) return shared.mutex(`leaving ${owner}`, work);
  const mutex = mutexes.get(store) ?? createKeyedMutex();
  mutexes.set(store, mutex);
  return mutex(owner, work);
}
