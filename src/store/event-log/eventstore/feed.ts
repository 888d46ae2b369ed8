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
import { NoAnswer, type Timeouts } from './failures.ts';
import { positionOf, readPositionOf } from './read.ts';

export interface FeedOptions {
  readonly connection: Connection;
  readonly timeouts: Timeouts;
  readonly prefix: string;
  readonly head: (signal: AbortSignal) => Promise<Position>;
  /** Called when there may be new events. */
  readonly onNews: () => void;
}

export interface Feed {
  stop(): Promise<void>;
}

const LONGEST_PAUSE_MS = 2000;

/**
 * Watches the end of the log. The server ends a subscription for good at every fault and when its events are not
 * consumed fast enough; a subscription can also go silent. So the feed subscribes again and also checks the log's head
 * regularly: no event stays unnoticed for longer than two checks.
 */
export function openFeed({ connection, timeouts, prefix, head, onNews }: FeedOptions): Feed {
  const stopping = new AbortController();
  let lastSeen: Position = START;
  let attempt = 0;

  async function listen(): Promise<void> {
    lastSeen = await head(stopping.signal);
    onNews();
    const stalled = new AbortController();
    const watching = watch(stalled);
    try {
      await connection.call((client, retired) => {
        const over = AbortSignal.any([stopping.signal, stalled.signal, retired]);
        return untilEnded(subscribe(client), timeouts.silence, over);
      });
    } finally {
      stalled.abort();
      await watching;
    }
  }

  function subscribe(client: EventStoreDBClient): AllStreamSubscription {
    const subscription = client.subscribeToAll({
      fromPosition: lastSeen === START ? THE_START : readPositionOf(lastSeen),
      filter: prefix === '' ? excludeSystemEvents() : streamNameFilter({ prefixes: [prefix] }),
      credentials: connection.credentials,
    });
    subscription.on('confirmation', () => {
      attempt = 0;
    });
    subscription.on('data', ({ event }) => {
      const position = event ? positionOf(event) : START;
      if (position > lastSeen) lastSeen = position;
      onNews();
    });
    return subscription;
  }

  /** Ends a subscription that has not delivered an event by the second check after it was in the log. */
  async function watch(deaf: AbortController): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, deaf.signal]);
    let missed: Position = START;
    while (await waited(timeouts.watch, signal)) {
      const newest = await head(signal).catch(() => START);
      if (newest <= lastSeen) continue;
      onNews();
      if (missed > lastSeen) deaf.abort();
      missed = newest;
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The subscription starts again, whatever ended it.
      await listen().catch(() => undefined);
      attempt += 1;
      await waited(Math.min(25 * 2 ** attempt, LONGEST_PAUSE_MS), stopping.signal);
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

/** Waits; false if the signal aborted first. */
const waited = (ms: number, signal: AbortSignal): Promise<boolean> => delay(ms, true, { signal, ref: false }).catch(() => false);

/**
 * Resolves when the subscription ends or `over` aborts.
 * @throws NoAnswer if the subscription is not confirmed in time, and the client's errors
 */
function untilEnded(subscription: AllStreamSubscription, ms: number, over: AbortSignal): Promise<void> {
  const done = Promise.withResolvers<void>();
  const timer = setTimeout(() => done.reject(new NoAnswer(ms)), ms);
  const stop = () => done.resolve();
  subscription.on('confirmation', () => clearTimeout(timer));
  // This listener stays, because an unhandled error event ends the process.
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
