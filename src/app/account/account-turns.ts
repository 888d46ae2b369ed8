import type { App } from '../app.ts';
import { createSerially, type Serially } from '../serially.ts';

/** One queue an account, so that nothing is made for it while it is being deleted. */
const queues = new WeakMap<object, Serially>();

export function atAccount<T>({ store, shared }: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> {
  if (shared) return shared.serially(`leaving ${owner}`, work);
  const queue = queues.get(store) ?? createSerially();
  queues.set(store, queue);
  return queue(owner, work);
}
