import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { OwnTime } from '../../src/projections/engine/pauses.ts';
import { awaitStores } from '../../src/wiring/await-stores.ts';

const AWAY = 'EventStoreDB cannot be used now: no answer within 921 ms.';
const away = async (): Promise<never> => {
  throw new StoreUnavailable(AWAY);
};

/** A time that passes only where it is waited for. */
function setUp() {
  let now = 5_000;
  const time: OwnTime = {
    monotonic: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const lines: { level: string; fields: object; message: string }[] = [];
  const line = (level: string) => (fields: object, message: string) => void lines.push({ level, fields, message });
  const ending = new AbortController();
  const onWait = vi.fn<(why: string) => void>();
  const options = { log: { info: line('info'), warn: line('warn') }, signal: ending.signal, time, onWait };
  return { options, lines, ending, onWait, waited: () => now - 5_000 };
}

describe('a start on servers', () => {
  test('that finds the stores logs nothing', async () => {
    const { options, lines, waited } = setUp();
    expect(await awaitStores(async () => 'stores', options)).toBe('stores');
    expect([lines, waited()]).toEqual([[], 0]);
  });

  test('waits for an unavailable store, logs its name at once and every 10 s, and continues when it answers', async () => {
    const { options, lines, onWait } = setUp();
    let tries = 0;
    const attempt = async (): Promise<string> => {
      tries += 1;
      return tries <= 25 ? away() : 'stores';
    };
    expect(await awaitStores(attempt, options)).toBe('stores');
    const waiting = (waited_s: number) => ({ level: 'warn', fields: { waited_s, at_most_s: 60 }, message: `Waiting for a store. ${AWAY}` });
    expect(lines).toEqual([
      waiting(0),
      waiting(10),
      waiting(20),
      { level: 'info', fields: { waited_s: 25 }, message: 'The stores answer.' },
    ]);
    expect(onWait).toHaveBeenLastCalledWith(AWAY);
  });

  test('ends with an error message after 60 s', async () => {
    const { options, waited } = setUp();
    const ended = awaitStores(away, options);
    await expect(ended).rejects.toThrow(new StoreUnavailable(`The program waited 60 s for its stores, and ends. ${AWAY}`));
    expect(waited()).toBe(60_000);
  });

  test('logs no credentials', async () => {
    const { options, lines, onWait } = setUp();
    const attempt = async (): Promise<never> => {
      throw new StoreUnavailable('MongoDB cannot be reached: mongodb://vouch:hunter22@mongo:27017/vouch is away');
    };
    const error = (await awaitStores(attempt, options).catch((failed: unknown) => failed)) as Error;
    for (const text of [error.message, JSON.stringify(lines), JSON.stringify(onWait.mock.calls)]) {
      expect(text).toContain('MongoDB');
      expect(text).not.toContain('hunter22');
    }
  });

  test('that is told to end ends at once, even while it waits for a store', async () => {
    const { options, ending } = setUp();
    const started = awaitStores(() => new Promise<never>(() => undefined), options);
    ending.abort();
    expect(await started).toBeNull();
  });

  test('does not wait after an error that waiting cannot fix', async () => {
    const { options, lines } = setUp();
    const wrong = new Error('The master key is not the one.');
    await expect(awaitStores(() => Promise.reject(wrong), options)).rejects.toBe(wrong);
    expect(lines).toEqual([]);
  });
});
