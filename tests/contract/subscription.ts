import { describe, expect, it, onTestFinished } from 'vitest';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import type { EventStore } from '../../src/domain/kernel/event-store.ts';
import type { OpenEventStore } from './event-store.ts';
import { anEvent } from './events.ts';

/** Subscribes and keeps the events; `until(n)` resolves when there are n. */
function collect(store: EventStore, after = START, batch?: number) {
  const seen: Recorded[] = [];
  const sizes: number[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  let reached: (() => void) | undefined;
  const subscription = store.subscribe(
    after,
    async (events) => {
      seen.push(...events);
      sizes.push(events.length);
      if (seen.length >= wanted) reached?.();
    },
    batch === undefined ? undefined : { batch },
  );
  const until = (n: number) =>
    new Promise<void>((resolve) => {
      wanted = n;
      reached = resolve;
      if (seen.length >= n) resolve();
    });
  return { seen, sizes, subscription, until };
}

const write = async (store: EventStore, from: number, to: number): Promise<void> => {
  for (let n = from; n < to; n += 1) await store.append(`s-${n}`, 'no_stream', [anEvent({ data: { n } })]);
};

const numbers = (events: readonly Recorded[]) => events.map((event) => (event.data as { n: number }).n);
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index);

export function subscriptionContract(openSubject: OpenEventStore): void {
  const open = async () => {
    const subject = await openSubject();
    onTestFinished(() => subject.close());
    return subject;
  };

  describe('subscribe', () => {
    it('catches up in batches and continues live, without gaps or repetition, while others write', async () => {
      const { store } = await open();
      await write(store, 0, 50);
      const { seen, sizes, subscription, until } = collect(store, START, 7);
      await write(store, 50, 100);
      await until(100);
      expect(numbers(seen)).toEqual(upTo(100));
      expect(Math.max(...sizes)).toBeLessThanOrEqual(7);
      await subscription.stop();
    });

    it('starts strictly after its position', async () => {
      const { store } = await open();
      await write(store, 0, 3);
      const [, second] = await store.readAll(START, 2);
      const { seen, subscription, until } = collect(store, second?.position);
      await until(1);
      expect(numbers(seen)).toEqual([2]);
      await subscription.stop();
    });

    it('delivers each event once when it waits at the end', async () => {
      const { store } = await open();
      const { seen, subscription, until } = collect(store);
      for (let n = 0; n < 5; n += 1) {
        await write(store, n, n + 1);
        await until(n + 1);
      }
      expect(numbers(seen)).toEqual(upTo(5));
      await subscription.stop();
    });

    it('delivers the same batch again to a handler that throws, and never two at a time', async () => {
      const { store } = await open();
      await write(store, 0, 6);
      const calls: number[][] = [];
      let running = 0;
      const { promise, resolve } = Promise.withResolvers<void>();
      const subscription = store.subscribe(
        START,
        async (events) => {
          running += 1;
          expect(running).toBe(1);
          calls.push(numbers(events));
          await Promise.resolve();
          running -= 1;
          if (calls.length === 2 || calls.length === 3) throw new Error('not now');
          if (numbers(events).includes(5)) resolve();
        },
        { batch: 3 },
      );
      await promise;
      expect(calls).toEqual([
        [0, 1, 2],
        [3, 4, 5],
        [3, 4, 5],
        [3, 4, 5],
      ]);
      await subscription.stop();
    });

    it('stops only when no handler runs, and calls none afterwards', async () => {
      const { store } = await open();
      await write(store, 0, 1);
      const started = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const log: string[] = [];
      const subscription = store.subscribe(START, async () => {
        log.push('started');
        started.resolve();
        await gate.promise;
        log.push('ended');
      });
      await started.promise;
      const stopped = subscription.stop().then(() => log.push('stopped'));
      await write(store, 1, 3);
      gate.resolve();
      await stopped;
      await write(store, 3, 4);
      expect(log).toEqual(['started', 'ended', 'stopped']);
    });

    it('serves several subscribers, each at its own pace', async () => {
      const { store } = await open();
      const [one, other] = [collect(store, START, 1), collect(store, START, 100)];
      await write(store, 0, 20);
      await Promise.all([one.until(20), other.until(20)]);
      expect(one.seen).toEqual(other.seen);
      await Promise.all([one.subscription.stop(), other.subscription.stop()]);
    });
  });
}
