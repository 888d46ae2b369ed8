import { backOff, type Pulling, pull, type Waking } from '../pull-subscription.ts';
import type { RawLog } from '../raw-log.ts';
import { ahead } from './ahead.ts';
import { appends, SeenIds } from './append.ts';
import { openConnection } from './connection.ts';
import { type Feed, openFeed } from './feed.ts';
import { TIMEOUTS, type Timeouts } from './patience.ts';
import { reads } from './read.ts';

export interface EventStoreLog extends RawLog {
  /** @throws StoreUnavailable where the server does not answer now */
  ping(): Promise<void>;
  /** Waits for the calls under way, ends the subscriptions and the connection. */
  close(): Promise<void>;
}

export interface EventStoreLogOptions {
  /** EventStoreDB's connection string. Its user is asked for with each call; none, and insecure: admin. */
  readonly url: string;
  /** What our streams' names begin with on a server that is shared with others; default nothing. */
  readonly prefix?: string;
  readonly timeouts?: Partial<Timeouts>;
  /** Before a subscription's batch is tried again for the nth time. */
  readonly pause?: Pulling['pause'];
}

/** The log on EventStoreDB. Nothing is asked of the server before the first call. @throws Error for a bad connection string */
export function openEventStoreLog({ url, prefix = '', timeouts: given, pause = backOff }: EventStoreLogOptions): EventStoreLog {
  const timeouts = { ...TIMEOUTS, ...given };
  const connection = openConnection(url);
  const read = reads({ connection, timeouts, prefix });
  const seen = new SeenIds();
  const append = appends({ connection, timeouts, prefix }, read.readStream, seen);
  const subscriptions = new Set<Waking>();
  let feed: Feed | null = null;

  const news = () => {
    for (const subscription of subscriptions) subscription.wake();
  };

  /** One feed wakes them all, while there are any. */
  function unsubscribed(subscription: Waking): void {
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
    async readStream(stream, from) {
      const events = await read.readStream(stream, from);
      if (from === 0) seen.read(stream, events);
      return events;
    },
    readAll: (after, limit) => read.readAll(after, limit),
    readLast: (limit) => read.readLast(limit),
    head: () => read.head(),
    subscribe(after, handler, batch) {
      const subscription = pull({ after, batch, handler, pause, read: ahead(read.readAll), onStop: () => unsubscribed(subscription) });
      subscriptions.add(subscription);
      feed ??= openFeed({ connection, timeouts, prefix, head: read.head, news });
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
