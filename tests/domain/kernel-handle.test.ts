import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Decider, RuleViolation } from '../../src/domain/kernel/decider.ts';
import { count, defineEvent, type EventOf } from '../../src/domain/kernel/define-event.ts';
import { type Recorded, SYSTEM } from '../../src/domain/kernel/event.ts';
import { type EventStore, StoreUnavailable, WrongExpectedRevision, withAppend } from '../../src/domain/kernel/event-store.ts';
import { beginningOf, readState } from '../../src/domain/kernel/fold-stream.ts';
import { type CommandObserver, type Context, type Handling, handle } from '../../src/domain/kernel/handle.ts';

const Added = defineEvent({
  type: 'Added',
  startsStream: true,
  publicName: 'sum.added',
  label: 'Added',
  meaning: 'A number was added.',
  since: '0.1.0',
  history: null,
  data: z.strictObject({ n: count }),
  example: { data: { n: 1 } },
});
type Added = EventOf<typeof Added>;

/** Adds each of the numbers, and refuses a sum above 100. */
const summing: Decider<number, readonly number[], Added> = {
  events: [Added],
  initial: 0,
  evolve: (sum, { data }) => sum + data.n,
  decide: (numbers, sum) => {
    if (numbers.reduce((all, n) => all + n, sum) > 100) throw new RuleViolation('limit_reached', 'Too much.');
    return numbers.map((n) => ({ type: 'Added', data: { n } }));
  },
};

const STREAM = 'sum-1';
const NOW = '2026-11-20T16:00:00.000Z';
const context: Context = { owner: 'u1', actor: { kind: 'user', id: 'u1' }, correlationId: 'c1', causationId: 'e0' };

/** A store of one stream. Of the next `lost` appends each finds that another process was faster and has added 1. */
function memory(lost = 0) {
  const events: Recorded[] = [];
  let races = lost;
  const reads: number[] = [];
  const write = (type: string, data: object, rest: object = {}): Recorded => {
    const revision = events.length;
    const metadata = { owner: 'u1', hash: `hash ${revision}`, at: NOW };
    const event = { id: `e${revision}`, stream: STREAM, revision, position: `${revision}`, type, data, private: null, metadata, ...rest };
    events.push(event as unknown as Recorded);
    return event as unknown as Recorded;
  };
  const store = {
    async readStream(_stream: string, from = 0, limit = Number.POSITIVE_INFINITY) {
      reads.push(from);
      return events.slice(from, from + limit);
    },
    async append(stream: string, expected: unknown, fresh: readonly { readonly type: string; readonly data: object }[]) {
      if (races > 0) {
        races -= 1;
        write('Added', { n: 1 });
      }
      const last = events.at(-1);
      const seen = expected === 'no_stream' ? undefined : (expected as { revision: number }).revision;
      if (last?.revision !== seen) throw new WrongExpectedRevision(stream);
      const written = fresh.map(({ type, data, ...rest }) => write(type, data, rest));
      const newest = written.at(-1) as Recorded;
      return { revision: newest.revision, position: newest.position, events: written };
    },
  } as unknown as EventStore;
  return { store, events, reads };
}

const handling = (store: EventStore, more: Partial<Handling> = {}): Handling => ({
  store,
  clock: { now: () => NOW },
  newId: (index) => `new ${index}`,
  ...more,
});

describe('a command', () => {
  test('is decided on the state of its stream, and its events are appended with who caused them', async () => {
    const { store, events } = memory();
    const handled = await handle(handling(store), summing, STREAM, [2, 3], context);
    expect(handled).toEqual({ state: 5, events, position: '1' });
    const metadata = { owner: 'u1', actor: context.actor, correlation_id: 'c1', causation_id: 'e0', at: NOW };
    expect(events).toMatchObject([
      { id: 'new 0', type: 'Added', data: { n: 2 }, private: null, metadata },
      { id: 'new 1', type: 'Added', data: { n: 3 }, private: null, metadata },
    ]);
    expect((await handle(handling(store), summing, STREAM, [4], context)).state).toBe(9);
    expect(await readState(store, summing, STREAM)).toBe(9);
  });

  test('that decides nothing appends nothing', async () => {
    const { store } = memory();
    await handle(handling(store), summing, STREAM, [7], context);
    expect(await handle(handling(store), summing, STREAM, [], context)).toEqual({ state: 7, events: [], position: null });
  });

  test('may say when, by whom and with which personal part its event happened', async () => {
    const { store, events } = memory();
    const told = { type: 'Added', data: { n: 1 }, at: '2026-11-19T00:00:00.000Z', by: SYSTEM, private: { why: 'secret' } } as const;
    await handle(handling(store), { ...summing, decide: () => [told] }, STREAM, [], context);
    expect(events).toMatchObject([{ private: { why: 'secret' }, metadata: { at: told.at, actor: SYSTEM } }]);
  });

  test('is decided again on the newest state when another append was faster', async () => {
    const { store, events } = memory(1);
    const handled = await handle(handling(store), summing, STREAM, [10], context);
    expect(handled.state).toBe(11);
    expect(events).toHaveLength(2);
  });

  test('is decided on a guess without reading the stream, which is read only if the guess was wrong', async () => {
    const { store, reads } = memory();
    const first = await handle(handling(store), summing, STREAM, [10], context, beginningOf(summing));
    const last = { revision: 0, hash: first.events[0]?.metadata.hash ?? '' };
    expect((await handle(handling(store), summing, STREAM, [20], context, { state: 10, last })).state).toBe(30);
    expect(reads).toEqual([]);
    expect((await handle(handling(store), summing, STREAM, [30], context, { state: 10, last })).state).toBe(60);
    expect((await handle(handling(store), summing, STREAM, [1], context, beginningOf(summing))).state).toBe(61);
    expect(reads).toEqual([0, 0]);
  });

  test('that a guess refuses, or leaves without effect, is decided by the log alone', async () => {
    const { store, reads } = memory();
    await handle(handling(store), summing, STREAM, [10], context);
    const last = { revision: 0, hash: 'hash 0' };
    expect((await handle(handling(store), summing, STREAM, [20], context, { state: 99, last })).state).toBe(30);
    const even: typeof summing = { ...summing, decide: (numbers, sum) => (sum === 10 ? [] : summing.decide(numbers, sum)) };
    expect((await handle(handling(store), even, STREAM, [20], context, { state: 10, last })).state).toBe(50);
    const refused = handle(handling(store), summing, STREAM, [60], context, { state: 99, last });
    await expect(refused).rejects.toThrow('Too much.');
    expect(reads).toEqual([0, 0, 0, 0]);
  });

  test('is given up when 20 other appends were faster', async () => {
    expect((await handle(handling(memory(19).store), summing, STREAM, [1], context)).state).toBe(20);
    const lost = handle(handling(memory(20).store), summing, STREAM, [1], context);
    await expect(lost).rejects.toThrow('Stream sum-1 is not where the caller saw it.');
    await expect(lost).rejects.toMatchObject({ name: 'WrongExpectedRevision', stream: STREAM });
  });

  test('fails at once when the store does', async () => {
    let attempts = 0;
    const { store } = memory();
    const broken = withAppend(store, async () => {
      attempts += 1;
      throw new StoreUnavailable('down');
    });
    await expect(handle(handling(broken), summing, STREAM, [1], context)).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: 'down',
      detail: 'Vouch cannot reach its store right now. Try again in a moment.',
      retryAfter: 5,
    });
    expect(attempts).toBe(1);
  });

  test('for a new stream is decided without reading it, and reads it only if it is there all the same', async () => {
    const fresh = memory();
    expect((await handle(handling(fresh.store, { isNew: true }), summing, STREAM, [1], context)).state).toBe(1);
    expect(fresh.reads).toEqual([]);
    const taken = memory(1);
    expect((await handle(handling(taken.store, { isNew: true }), summing, STREAM, [1], context)).state).toBe(2);
    expect(taken.reads).toEqual([0]);
  });

  test('is observed with the number of its events, or with its error', async () => {
    const seen: Parameters<CommandObserver>[] = [];
    const observed = handling(memory().store, { onCommand: (...outcome) => seen.push(outcome) });
    await handle(observed, summing, STREAM, [1, 2], context);
    await expect(handle(observed, summing, STREAM, [200], context)).rejects.toThrow('Too much.');
    expect(seen).toEqual([
      [STREAM, [1, 2], { events: 2 }],
      [STREAM, [200], { error: expect.objectContaining({ name: 'RuleViolation', code: 'limit_reached' }) }],
    ]);
  });
});

test('a store with another way to append is read like the first one', async () => {
  const calls: unknown[][] = [];
  const called =
    (name: string) =>
    (...given: unknown[]) => {
      calls.push([name, ...given]);
      return name;
    };
  const names = ['readStream', 'readAll', 'readLast', 'head', 'subscribe'] as const;
  const folds = {} as NonNullable<EventStore['folds']>;
  const store = { ...Object.fromEntries(names.map((name) => [name, called(name)])), folds } as unknown as EventStore;
  const other = withAppend(store, called('append') as never);
  const handler = async () => undefined;
  expect([
    other.readStream('s', 1, 2),
    other.readAll('3', 4),
    other.readLast(5),
    other.head(),
    other.subscribe('6', handler, { batch: 7 }),
    other.append('s', 'no_stream', []),
  ]).toEqual([...names, 'append']);
  expect(calls).toEqual([
    ['readStream', 's', 1, 2],
    ['readAll', '3', 4],
    ['readLast', 5],
    ['head'],
    ['subscribe', '6', handler, { batch: 7 }],
    ['append', 's', 'no_stream', []],
  ]);
  expect(other.folds).toBe(folds);
  expect(withAppend({ ...store, folds: undefined } as never, called('append') as never)).not.toHaveProperty('folds');
});
