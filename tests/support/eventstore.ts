import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Recorded } from '../../src/domain/kernel/event.ts';
import { START } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import { openEventStore } from '../../src/store/event-log/event-store.ts';
import { type EventStoreLog, type EventStoreLogOptions, openEventStoreLog } from '../../src/store/event-log/eventstore/log.ts';
import { type EventStoreDoubleServer, startEventStoreDouble } from '../servers/eventstore.ts';
import { TestClock } from './clock.ts';

/** Milliseconds. They are short, because tests wait until each fault has timed out. `call` is the bound for each call. */
export const SHORT = { call: 1200, silence: 400, watch: 150 } as const;

export interface OpenLog {
  readonly log: EventStoreLog;
  readonly store: EventStore;
  readonly clock: TestClock;
}

/** Opens a log on a server. It is closed when the test is over. */
export function openLogOn(url: string, options: Partial<EventStoreLogOptions> = {}): OpenLog {
  const pause: EventStoreLogOptions['pause'] = (_, signal) => delay(20, undefined, { signal }).catch(() => undefined);
  const log = openEventStoreLog({ url, timeouts: SHORT, pause, ...options });
  onTestFinished(() => log.close());
  const clock = new TestClock();
  return { log, clock, store: openEventStore({ log, clock, vault: { key: async () => null } }) };
}

/** Starts a double of EventStoreDB for this test alone, so that the test can break it, and opens a log on it. */
export async function openBreakable(options: Partial<EventStoreLogOptions> = {}): Promise<OpenLog & EventStoreDoubleServer> {
  const server = await startEventStoreDouble();
  onTestFinished(() => server.stop());
  return { ...server, ...openLogOn(server.url, options) };
}

const TICK_MS = 20;

/**
 * Gives the milliseconds until the promise settles, and its outcome. They are counted by a timer of this process, which hardly
 * advances while the machine or this process does something else. So a busy machine does not make the result larger.
 */
export async function timed<Result>(promise: Promise<Result>) {
  let ticks = 0;
  const counting = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  const [outcome] = await Promise.allSettled([promise]);
  clearInterval(counting);
  return { ms: ticks * TICK_MS, outcome };
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
