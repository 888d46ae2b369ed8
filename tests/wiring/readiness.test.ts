import { describe, expect, test, vi } from 'vitest';
import { StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { Building } from '../../src/projections/engine/runner.ts';
import type { OwnTime } from '../../src/projections/engine/views.ts';
import { awaitStores } from '../../src/wiring/await-stores.ts';
import { watchReadiness } from '../../src/wiring/readiness.ts';

describe('the progress of read models that are built', () => {
  /** The checks, one for each second that the test lets pass. */
  function setUp(looks: readonly (readonly Building[] | Error)[]) {
    const readable = Promise.withResolvers<void>();
    const seconds: (() => void)[] = [];
    const found = [...looks];
    const building = async (): Promise<readonly Building[]> => {
      const next = found.shift() ?? [];
      if (next instanceof Error) throw next;
      return next;
    };
    const time = { monotonic: () => 0, sleep: () => new Promise<void>((resolve) => void seconds.push(resolve)) };
    const info = vi.fn();
    const readiness = watchReadiness({ runner: { building }, readable: readable.promise, log: { info }, time });
    const second = async (): Promise<number | null> => {
      await expect.poll(() => seconds.length).toBe(1);
      seconds.shift()?.();
      await expect.poll(() => seconds.length).toBe(1);
      return readiness.percent();
    };
    return { readiness, readable, info, second };
  }
  const model = (name: string, share: number): Building => ({ name, version: 1, share });

  test('the progress does not fall when some read models are finished, and is not 100 before all are', async () => {
    const { readiness, readable, second } = setUp([
      [model('tasks', 0.5), model('history', 0.1)],
      [model('history', 0.4)],
      new Error('away'),
      [model('history', 1)],
    ]);
    expect(readiness.percent()).toBeNull();
    expect([await second(), await second(), await second(), await second()]).toEqual([30, 70, 70, 99]);
    readable.resolve();
    await expect.poll(() => readiness.percent()).toBeNull();
  });

  test('the progress is logged at the first look that finds missing read models, at every tenth look after it, and at the end', async () => {
    const { readable, info, second } = setUp(Array.from({ length: 11 }, () => [model('tasks', 0.5)]));
    for (let n = 0; n < 11; n += 1) await second();
    const line = [{ percent: 50, read_models: { 'tasks.v1': 50 } }, 'read_model.build_progressed'];
    expect(info.mock.calls).toEqual([line, line]);
    readable.resolve();
    await expect.poll(() => info.mock.lastCall).toEqual([{}, 'read_model.build_completed']);
  });

  test('a start with nothing to build logs nothing', async () => {
    const { readable, info, second } = setUp([]);
    expect(await second()).toBeNull();
    readable.resolve();
    await readable.promise;
    expect(info).not.toHaveBeenCalled();
  });
});

const AWAY = 'EventStoreDB cannot be used now: no answer within 921 ms.';
const away = async (): Promise<never> => {
  throw new StoreUnavailable(AWAY);
};

/** A time that advances only by the pauses of the program. */
function setUp() {
  let now = 5_000;
  const time: OwnTime = {
    monotonic: () => now,
    sleep: async (ms) => {
      now += ms;
    },
  };
  const lines: { level: string; fields: object; event: string }[] = [];
  const line = (level: string) => (fields: object, event: string) => void lines.push({ level, fields, event });
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
    const waiting = (waited_s: number) => ({ level: 'warn', fields: { why: AWAY, waited_s, at_most_s: 60 }, event: 'store.unavailable' });
    expect(lines).toEqual([waiting(0), waiting(10), waiting(20), { level: 'info', fields: { waited_s: 25 }, event: 'store.available' }]);
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
