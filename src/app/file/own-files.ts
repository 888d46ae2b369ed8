import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/**
 * Runs work that changes an owner's files, or depends on them, one piece after the other in all processes. Before the work begins, the read
 * models contain everything that was written before. It is not reentrant: `work` must not call it again.
 */
export function withOwnFiles<T>(app: App, owner: string, work: () => Promise<T>): Promise<T> {
  const upToDate = async (): Promise<T> => {
    // Another process may just have written a file of the owner, or given one as proof.
    await app.waitForReadModels(await app.store.head());
    return work();
  };
  return withOwnerLock(app, owner, upToDate, 'files');
}
