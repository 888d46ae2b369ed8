import { type EventStore, StoreFull } from '../../domain/kernel/event-store.ts';
import { type LogReader, openLogReader } from './log-reader.ts';
import { backOff, startPullSubscription, type WakeableSubscription } from './pull-subscription.ts';
import { type Upcasters, upcasting } from './upcasting.ts';

/** The log as another thread reads it while this program's main thread appends to it. */
export interface FollowedLog {
  readonly store: Pick<EventStore, 'readAll' | 'head' | 'subscribe'>;
  readonly readAt: LogReader['readAt'];
  /** Something was appended since `onEnd` was called. */
  wake(): void;
  close(): Promise<void>;
}

export interface FollowedLogOptions {
  readonly path: string;
  readonly upcasters: Upcasters;
  /** A subscription has read to the end of the log, and reads on after `wake`. */
  readonly onEnd: () => void;
}

const BATCH = 500;

/** @throws Error if there is no log, StoreUnavailable if the file is damaged */
export function openFollowedLog({ path, upcasters, onEnd }: FollowedLogOptions): FollowedLog {
  const log = openLogReader(path);
  const { read } = upcasting(upcasters);
  const subscriptions = new Set<WakeableSubscription>();
  return {
    store: {
      readAll: async (after, limit) => (await log.readAll(after, limit)).map(read),
      head: () => log.head(),
      subscribe(after, handler, { batch = BATCH } = {}) {
        let isFull = false;
        const subscription = startPullSubscription({
          after,
          batch,
          handler: (events) =>
            handler(events.map(read)).catch((error: unknown) => {
              isFull = error instanceof StoreFull;
              throw error;
            }),
          // The room that the main thread frees is taken again soon, so what needs it is written before.
          pause: (attempt, signal) => backOff(isFull ? 1 : attempt, signal),
          read: async (from, limit) => {
            const events = await log.readAll(from, limit);
            if (events.length < limit) onEnd();
            return events;
          },
          onStop: () => subscriptions.delete(subscription),
        });
        subscriptions.add(subscription);
        return subscription;
      },
    },
    readAt: (positions) => log.readAt(positions),
    wake() {
      for (const subscription of subscriptions) subscription.wake();
    },
    async close() {
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await log.close();
    },
  };
}
