import type { App } from './app.ts';
import { createSerially, type Serially } from './serially.ts';

/** One queue an account, so that nothing is made for it while it is being deleted. */
const queues = new WeakMap<object, Serially>();

export function atAccount<T>({ store }: Pick<App, 'store'>, owner: string, work: () => Promise<T>): Promise<T> {
  const queue = queues.get(store) ?? createSerially();
  queues.set(store, queue);
  return queue(owner, work);
}
