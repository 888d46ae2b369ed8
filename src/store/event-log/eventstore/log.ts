import { gathered } from '../../../concurrency/gathered.ts';
import { backOff, type PullOptions, startPullSubscription, type WakeableSubscription } from '../pull-subscription.ts';
import type { RawLog } from '../raw-log.ts';
import { createAppend, KnownEventIds } from './append.ts';
import { openConnection } from './connection.ts';
import { TIMEOUTS, type Timeouts } from './failures.ts';
import { type Feed, openFeed } from './feed.ts';
import { createLogReader, createPrefetchingRead } from './read.ts';

export interface EventStoreLog extends RawLog {
  /** @throws StoreUnavailable if the server does not answer now */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface EventStoreLogOptions {
  /** EventStoreDB's connection string. Its user is sent with each call; an insecure connection without a user uses `admin`. */
  readonly url: string;
  /** The prefix of this program's stream names on a shared server; default none. */
  readonly prefix?: string;
  readonly timeouts?: Partial<Timeouts>;
  /** Waits before the nth retry of a subscription's batch. */
  readonly pause?: PullOptions['pause'];
}

/**
 * Opens the log on EventStoreDB. It contacts the server only with the first call.
 * @throws Error for an invalid connection string
 */
export function openEventStoreLog({ url, prefix = '', timeouts: given, pause = backOff }: EventStoreLogOptions): EventStoreLog {
  const timeouts = { ...TIMEOUTS, ...given };
  const connection = openConnection(url);
  const read = createLogReader({ connection, timeouts, prefix });
  const seen = new KnownEventIds();
  /** Callers at the same time share a call; what was in the log when one of them asked is never missing. */
  const head = gathered(() => read.head());
  const append = createAppend({ connection, timeouts, prefix }, read.readStream, seen);
  const subscriptions = new Set<WakeableSubscription>();
  let feed: Feed | null = null;

  const news = () => {
    for (const subscription of subscriptions) subscription.wake();
  };

  /** One feed wakes all subscriptions, as long as there are any. */
  function unsubscribed(subscription: WakeableSubscription): void {
    subscriptions.delete(subscription);
    if (subscriptions.size > 0) return;
    void feed?.stop();
    feed = null;
  }

  return {
    async append(stream, expected, events) {
      const appended = await append(stream, expected, events);
      news();
      return appended;
    },
    async readStream(stream, from, limit) {
      const events = await read.readStream(stream, from, limit);
      seen.read(stream, from, events);
      return events;
    },
    readAll: (after, limit) => read.readAll(after, limit),
    readLinks: async (after, limit) =>
      (await read.readAll(after, limit)).map(({ position, stream, revision, metadata }) => ({
        position,
        stream,
        revision,
        hash: metadata.hash,
      })),
    async positionOf({ stream, revision }) {
      const [event] = await read.readStream(stream, revision, 1);
      return event?.revision === revision ? event.position : null;
    },
    readLast: (limit) => read.readLast(limit),
    head: () => head(null),
    subscribe(after, handler, batch) {
      const subscription = startPullSubscription({
        after,
        batch,
        handler,
        pause,
        read: createPrefetchingRead(read.readAll),
        onStop: () => unsubscribed(subscription),
      });
      subscriptions.add(subscription);
      feed ??= openFeed({ connection, timeouts, prefix, head: read.head, onNews: news });
      return subscription;
    },
    ping: read.ping,
    async close() {
      const stopping = feed;
      await Promise.all([...subscriptions].map((subscription) => subscription.stop()));
      await stopping?.stop();
      await connection.close();
    },
  };
}
