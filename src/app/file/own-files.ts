import type { App } from '../app.ts';
import { withOwnerLock } from '../owner-lock.ts';

/**
 * Runs what changes an owner's files, or relies on that they stay, one after the other, in all processes. Everything that was written
 * before can be read. It is not reentrant: `work` must not ask for it again.
 */
export function withOwnFiles<T>(app: App, owner: string, work: () => Promise<T>): Promise<T> {
  const upToDate = async (): Promise<T> => {
    // Another process may just have written a file of the owner, or given one as proof.
    await app.waitForReadModels(await app.store.head());
    return work();
  };
  return withOwnerLock(app, owner, upToDate, 'files');
}
