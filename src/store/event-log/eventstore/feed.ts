import { setTimeout as delay } from 'node:timers/promises';
import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  streamNameFilter,
  START as THE_START,
} from '@eventstore/db-client';
import { type Position, START } from '../../../domain/kernel/event.ts';
import type { Connection } from './connection.ts';
import { NoAnswer } from './errors.ts';
import type { Timeouts } from './patience.ts';
import { placeOf } from './read.ts';
import { positionOf } from './wire.ts';

export interface FeedParts {
  readonly connection: Connection;
  readonly timeouts: Timeouts;
  readonly prefix: string;
  readonly head: (signal: AbortSignal) => Promise<Position>;
  /** There may be something new. */
  readonly news: () => void;
}

export interface Feed {
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 2000;

/**
 * Listens to the log's end for as long as it runs. The server ends a subscription for good at every fault, and
 * when its events are not taken fast enough; one can go silent too. So it is begun again, and the log's head is
 * looked at in between: nothing stays unheard for longer than two looks.
 */
export function openFeed({ connection, timeouts, prefix, head, news }: FeedParts): Feed {
  const stopping = new AbortController();
  let heard: Position = START;
  let attempt = 0;

  async function listen(): Promise<void> {
    heard = await head(stopping.signal);
    news();
    const deaf = new AbortController();
    const watching = watch(deaf);
    try {
      await connection.call((client, retired) => {
        const over = AbortSignal.any([stopping.signal, deaf.signal, retired]);
        return follow(subscribe(client), timeouts.silence, over);
      });
    } finally {
      deaf.abort();
      await watching;
    }
  }

  function subscribe(client: EventStoreDBClient): AllStreamSubscription {
    const subscription = client.subscribeToAll({
      fromPosition: heard === START ? THE_START : placeOf(heard),
      filter: prefix === '' ? excludeSystemEvents() : streamNameFilter({ prefixes: [prefix] }),
      credentials: connection.credentials,
    });
    subscription.on('confirmation', () => {
      attempt = 0;
    });
    subscription.on('data', ({ event }) => {
      const position = event ? positionOf(event) : START;
      if (position > heard) heard = position;
      news();
    });
    return subscription;
  }

  /** Ends what has not told by the second look of what was there at the first. */
  async function watch(deaf: AbortController): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, deaf.signal]);
    let missed: Position = START;
    while (await passed(timeouts.watch, signal)) {
      const newest = await head(signal).catch(() => START);
      if (newest <= heard) continue;
      news();
      if (missed > heard) deaf.abort();
      missed = newest;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Whatever ended it: it is begun again.
      await listen().catch(() => undefined);
      attempt += 1;
      await passed(Math.min(25 * 2 ** attempt, LONGEST_PAUSE_MS), stopping.signal);
    }
  }

  const ended = run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** False: ended before. */
const passed = (ms: number, signal: AbortSignal): Promise<boolean> => delay(ms, true, { signal, ref: false }).catch(() => false);

/** Resolves when it is told that it is over. @throws NoAnswer where it is not confirmed in time, and the client's errors */
function follow(subscription: AllStreamSubscription, ms: number, over: AbortSignal): Promise<void> {
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(() => done.reject(new NoAnswer(ms)), ms);
  const stop = () => done.resolve();
  subscription.on('confirmation', () => clearTimeout(timer));
  // Stays to the end: an error that nobody hears ends the process.
  subscription.on('error', done.reject);
  subscription.on('end', stop);
  over.addEventListener('abort', stop);
  if (over.aborted) stop();
  return done.promise.finally(() => {
    clearTimeout(timer);
    over.removeEventListener('abort', stop);
    subscription.unsubscribe().catch(() => undefined);
  });
}
