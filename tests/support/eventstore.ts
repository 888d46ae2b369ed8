import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { START } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { type EventStoreLog, type EventStoreLogOptions, openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { type EventStoreDoubleServer, startEventStoreDouble } from '../servers/eventstore.ts';
import { TestClock } from './clock.ts';

/** Milliseconds. They are short, because every fault is waited for until its end; `call` is the bound for each call. */
export const SHORT = { call: 1200, silence: 400, watch: 150 } as const;

export interface OpenLog {
  readonly log: EventStoreLog;
  readonly store: EventStore;
  readonly clock: TestClock;
}

/** A log over a server, closed when the test is over. */
export function openLogOn(url: string, options: Partial<EventStoreLogOptions> = {}): OpenLog {
  const pause: EventStoreLogOptions['pause'] = (_, signal) => delay(20, undefined, { signal }).catch(() => undefined);
  const log = openEventStoreLog({ url, timeouts: SHORT, pause, ...options });
  onTestFinished(() => log.close());
  const clock = new TestClock();
  return { log, clock, store: openEventStore({ log, clock, vault: { key: async () => null } }) };
}

/** A double that belongs to the test, so that it can be broken, and a log over it. */
export async function openBreakable(options: Partial<EventStoreLogOptions> = {}): Promise<OpenLog & EventStoreDoubleServer> {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  return { ...server, ...openLogOn(server.url, options) };
}

const TICK_MS = 20;

/**
 * Milliseconds that it takes to settle, and how it does. Counted in turns of the timers that it has itself: while the
 * machine does something else, or something else goes on in this process, hardly any pass.
 */
export async function timed<Result>(promise: Promise<Result>) {
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, TICK_MS);
  const [outcome] = await Promise.allSettled([promise]);
  clearInterval(counting);
  return { ms: turns * TICK_MS, outcome };
}

/** The events that a subscriber has handled; `until(n)` resolves when it has handled n. */
export function handled(store: EventStore, { after = START, batch = 10 } = {}) {
  const seen: Recorded[] = [];
  const waiting = new Set<() => void>();
  const subscription = store.subscribe(
    after,
    async (events) => {
      seen.push(...events);
      for (const look of waiting) look();
    },
    { batch },
  );
  onTestFinished(() => subscription.stop());
  const until = (n: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (seen.length < n) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  return { seen, until, subscription };
}
