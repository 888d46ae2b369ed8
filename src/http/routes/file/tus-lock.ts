import { ERRORS, type Locker } from '@tus/server';
import type { KeyedMutex } from '../../../ports/keyed-mutex.ts';

/**
 * Lets one request at a time use an upload, in all processes. Whoever comes asks the one in this process to end: a client that
 * lost its connection comes back before the server knows that. Should two use it nevertheless, the store takes the bytes of one.
 */
export function createTusLocker(mutex: KeyedMutex): (owner: string) => Locker {
  const holders = new Map<string, () => unknown>();
  return (owner) => ({
    newLock(id) {
      const key = `upload ${owner} ${id}`;
      const released = Promise.withResolvers<void>();
      return {
        async lock(signal, cancel) {
          holders.get(key)?.();
          const held = Promise.withResolvers<void>();
          mutex(key, async () => {
            held.resolve();
            await released.promise;
          }).catch((error: unknown) => held.reject(error));
          signal.addEventListener('abort', () => held.reject(ERRORS.ABORTED), { once: true });
          await held.promise.catch((error: unknown) => {
            released.resolve();
            throw error;
          });
          holders.set(key, cancel);
        },
        async unlock() {
          holders.delete(key);
          released.resolve();
        },
      };
    },
  });
}
