import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { defineStream, partsOfStream } from '../../src/domain/kernel/define-event.ts';
import { derivedId, derivedIds, type Purpose } from '../../src/domain/kernel/derived-ids.ts';
import type { EventShape, Recorded, RecordedOf } from '../../src/domain/kernel/event.ts';
import { foldStream, inPieces, PIECE, readEvents } from '../../src/domain/kernel/fold-stream.ts';
import { entryOf, hasEntry, type LayeredMap, withEntry } from '../../src/domain/kernel/layered-map.ts';
import { taskDecider } from '../../src/domain/task/decide.ts';
import { frozen, readerOf, record } from '../support/given.ts';
import { livable, live } from '../support/task-events.ts';

const task = defineStream('task');

describe('the streams of one kind', () => {
  test('a name is made from an id, and the id is read from the name', () => {
    expect(task('0192-ab')).toBe('task-0192-ab');
    expect(task.has('task-0192-ab')).toBe(true);
    expect(task.idOf('task-0192-ab')).toBe('0192-ab');
    expect(task.requireId('task-0192-ab')).toBe('0192-ab');
  });

  test.each(['code_task-1', 'tasks-1', 'task', ''])('%j is a stream of another kind', (other) => {
    expect(task.has(other)).toBe(false);
    expect(task.idOf(other)).toBeNull();
    expect(() => task.requireId(other)).toThrow(new RangeError(`Stream ${other} is of another kind than task.`));
  });
});

test.each([
  ['task-0192-ab', 'task', '0192-ab'],
  ['weekly_report-ada-2026-12-07', 'weekly_report', 'ada-2026-12-07'],
  ['nothing', 'unknown', 'nothing'],
])('the parts of the stream %j', (stream, kind, id) => {
  expect(partsOfStream(stream)).toEqual({ kind, id });
});

/** For each purpose some names and the id that they have had since the purpose exists. Stored data refer to such ids. */
const KEPT: Readonly<Record<Purpose, readonly [names: readonly (string | number)[], id: string]>> = {
  files_follow_task: [['event', 'file', 0], 'f8f67a90-d1cc-57ad-a48a-85c0a1c43396'],
  mended_streak: [['event', '2026-12-10', 0], 'b4132e6a-c16e-5e18-b021-408a40c42550'],
  recorded_review: [['review', 0], '4cc08153-8c30-5f35-bb24-67441928c5ae'],
  review_passed_on: [['event', 'task', 0], '9d2f7785-c096-5e7f-9c17-57f2dd7d0ae8'],
  review_request: [['event'], '03cc1e18-f204-5ed0-9e86-d597a6dbd6f5'],
  partner_verdict: [['submission', 'partner', 'accepted'], '3b7c35bf-a07b-5616-9b0c-0fde7d4a2af6'],
  proof_mail: [['owner proof accepted task review 2026-12-10T09:00:00.000Z'], '2b16f057-74b6-5524-8246-1457ebba4e8c'],
  reminder_mail: [['owner', 'reminder', '2026-12-10'], '9e9193d4-8395-5bee-b155-8ff28d40c604'],
  evening_mail: [['event'], '4d8c5f06-5795-5886-91a1-3f299a25630f'],
  push: [['event', 'subscription'], '7384d3e0-a12c-5563-bd49-6d48b39b1bec'],
  follow_in_plan: [['event', 'box', 0], 'e7579b38-967e-5307-9967-d904c0f9c1d0'],
  focus_recorded: [['event', 0], 'c30725ae-64da-50cd-89f4-ac2bfa053c91'],
  focus_starts_task: [['event', 0], '559c084c-dc41-5dfa-8110-791ae08a04b3'],
  promised_again: [['task', 0], '16346f20-d3fa-553d-9118-7c81c6ff80ae'],
  promised_in_batch: [['batch', 'task'], '57d7c75b-5910-555b-a18f-80c90013610b'],
  child_change: [['event', 'child', 0], '56f10ba9-4c0c-5ad9-b0ac-3a46f73b4655'],
  zone_move: [['event', 'task', 0], 'ddabbb35-12f9-5021-83d2-d0f72cab768b'],
  occurrence: [['routine', '2026-12-10'], '567e0da7-1b1a-5ebd-a35e-8ad23d36bba1'],
  export_mail: [['export'], '7dfe8f8d-6fe9-58cb-aa18-83970d1a9c64'],
  refused_sign_ins_mail: [['owner', '2026-12-10'], 'b29ebd7a-9685-56f9-94f5-bf835d0d382e'],
  deletion_step: [['owner', 'NoteErased'], 'e9a6fa62-7e49-5937-92fc-432c008feebf'],
  sign_up_mail: [['owner'], 'ca2f2b96-fcbc-5e0a-b0ab-3011ec3c6ee2'],
  deletion_mail: [['event'], '5ffeda31-72f6-58e7-9ad2-5f8e47a457a2'],
  farewell: [['owner'], '94a293e7-a8ab-55da-93b4-b130cdda0e0a'],
  new_device_mail: [['session-1'], '38bacf40-e105-52a3-b8af-2268fdbcf9ea'],
  commits_proof: [['task', 'https://github.com/a/b/commit/1', 'https://github.com/a/b/commit/2'], 'd05d53ec-6b41-5b1f-9895-2cdae905440a'],
  rubric_feedback: [['submission'], 'c56d6bf7-f18f-5c14-ad87-88713370934c'],
  partner_message: [['partner 2026-12-10'], 'ad4fde94-21a2-5e6f-8e9b-d67495bb866b'],
  partner_words_mail: [['event'], '7b91a7c5-168f-573d-a6ae-f5365207307c'],
  partner_record: [['owner', 0], 'e56df18e-56f8-5f90-8288-db57150b91a9'],
  email_proof: [['event', 'review'], '12ca2e5e-2ca1-533e-b4af-df1783d3677c'],
  code_proof: [['event'], '8376e93c-f206-5adf-8eed-bfc996a93691'],
  billing_key: [['owner', 'checkout', 3], 'b0b98208-17e8-5fce-ae75-25a5c65d9e89'],
  repeated_request: [['request\n2026-12-10\n1'], '33ffc012-05c3-5f47-8351-1c2c2f680418'],
  streak_alert: [['owner', 'streak_broken', '2026-12-10'], '614351e6-1c9c-557a-bde0-f71a7bcc5cbc'],
  task_alert: [['task', 'due_24h', '2026-12-10T09:00:00.000Z', 0], '784b3f31-b092-540b-a837-efc504918722'],
  own_word: [['submission'], '4a268dac-85d0-592b-b2ef-ba74cd845fe1'],
  undelivered_alert: [['delivery', 'undelivered'], 'a9c857d9-a474-51a8-ad74-182524f53594'],
};

test.each(Object.entries(KEPT) as [Purpose, (typeof KEPT)[Purpose]][])('the ids for %s stay as they are', (purpose, [names, id]) => {
  expect(derivedId(purpose, ...names)).toBe(id);
});

test('the same names have another id for each purpose', () => {
  const purposes = Object.keys(KEPT) as Purpose[];
  expect(new Set(purposes.map((purpose) => derivedId(purpose, 'same'))).size).toBe(purposes.length);
});

test('the ids of the events of one command are made from its names and the place of the event', () => {
  const idAt = derivedIds('child_change', 'event', 'child');
  expect([idAt(0), idAt(1)]).toEqual([derivedId('child_change', 'event', 'child', 0), derivedId('child_change', 'event', 'child', 1)]);
});

interface Added extends EventShape {
  readonly type: 'Added';
  readonly data: { readonly n: number };
}
const summing = {
  initial: { sum: 0 },
  evolve: ({ sum }: { readonly sum: number }, { data: { n } }: RecordedOf<Added>) => ({ sum: sum + n }),
};
const STREAM = 's-1';
const added = (count: number, from = 0): Recorded[] =>
  Array.from({ length: count }, (_, index) =>
    record<Added>({ type: 'Added', data: { n: 1 } }, from + index, { stream: STREAM, owner: 'o' }),
  );

describe('a stream', () => {
  test('is read whole once, in pieces, and after that only from the last event on', async () => {
    const events = added(2 * PIECE + 7);
    const reader = readerOf(events);
    expect(await foldStream(reader, summing, STREAM)).toEqual({ state: { sum: 107 }, last: { revision: 106, hash: 's-1@106' } });
    expect(reader.read).toEqual([PIECE, PIECE, 7]);
    events.push(...added(2, events.length));
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 109 });
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 109 });
    expect(reader.read.slice(3)).toEqual([3, 1]);
  });

  test('is read on in pieces if others have written much meanwhile', async () => {
    const events = added(10);
    const reader = readerOf(events);
    await foldStream(reader, summing, STREAM);
    events.push(...added(3 * PIECE, events.length));
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 160 });
    expect(reader.read).toEqual([10, PIECE, PIECE, PIECE, 1]);
  });

  test('whose last folded event is another one, or gone, is read again from the beginning', async () => {
    for (const restored of [
      added(3),
      added(5).map((event) => ({ ...event, metadata: { ...event.metadata, hash: `other ${event.revision}` } })),
    ]) {
      const events = added(5);
      const reader = readerOf(events);
      expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 5 });
      events.splice(0, events.length, ...restored);
      expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: restored.length });
      expect((await foldStream(reader, summing, STREAM)).last?.hash).toBe(restored.at(-1)?.metadata.hash);
    }
  });

  test('that is folded by another function does not get the state of the first', async () => {
    const reader = readerOf(added(4));
    await foldStream(reader, summing, STREAM);
    const counting = { initial: 0, evolve: (count: number) => count + 1 };
    expect((await foldStream(reader, counting, STREAM)).state).toBe(4);
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 4 });
  });

  test('gives its state before any event, and reads only the next events if it is asked event by event', async () => {
    const reader = readerOf(added(9));
    for (const before of [3, 4, 8]) expect((await foldStream(reader, summing, STREAM, before)).state).toEqual({ sum: before });
    expect(reader.read).toEqual([3, 2, 5]);
    expect((await foldStream(reader, summing, STREAM, 5)).state).toEqual({ sum: 5 });
    expect((await foldStream(reader, summing, STREAM, 0)).state).toEqual({ sum: 0 });
    expect(await foldStream(reader, summing, STREAM)).toMatchObject({ state: { sum: 9 } });
  });

  test('is read up to an event in pieces, and again from the beginning if the kept state is of that event or a later one', async () => {
    const reader = readerOf(added(PIECE + 20));
    expect((await foldStream(reader, summing, STREAM, PIECE + 10)).state).toEqual({ sum: PIECE + 10 });
    expect(reader.read).toEqual([PIECE, 10]);
    expect((await foldStream(reader, summing, STREAM, PIECE + 9)).state).toEqual({ sum: PIECE + 9 });
    expect(reader.read.slice(2)).toEqual([PIECE, 9]);
  });

  test('has its kept state dropped only if the last event is no longer the same', async () => {
    const dropped: string[] = [];
    const events = added(20);
    const reader = readerOf(events);
    const { folds } = reader;
    const watched = {
      ...reader,
      folds: { ...folds, get: folds.get.bind(folds), keep: folds.keep.bind(folds), drop: (stream: string) => dropped.push(stream) },
    };
    await foldStream(watched, summing, STREAM);
    await foldStream(watched, summing, STREAM);
    await foldStream(watched, summing, STREAM, 5);
    expect(dropped).toEqual([]);
    await foldStream(watched, summing, STREAM);
    events.splice(0, events.length, ...added(3));
    await foldStream(watched, summing, STREAM);
    expect(dropped).toEqual([STREAM]);
  });

  test('that does not exist has no pieces', async () => {
    const pieces: (readonly Recorded[])[] = [];
    for await (const piece of inPieces(readerOf([]), STREAM)) pieces.push(piece);
    expect(pieces).toEqual([]);
  });

  test('that does not exist gives the initial state, and no fold is kept', async () => {
    const events: Recorded[] = [];
    const reader = readerOf(events);
    expect(await foldStream(reader, summing, STREAM)).toEqual({ state: { sum: 0 }, last: null });
    events.push(...added(1));
    expect((await foldStream(reader, summing, STREAM)).state).toEqual({ sum: 1 });
  });

  test('gives some of its events without holding the others', async () => {
    const reader = readerOf(added(PIECE + 5));
    const found = await readEvents(reader, summing, STREAM, { from: 2, only: ({ revision }) => revision % 10 === 0 });
    expect(found.map(({ revision }) => revision)).toEqual([10, 20, 30, 40, 50]);
  });
});

test('however often a process keeps the fold of a task and reads on from it, the state is that of all events', async () => {
  const stops = fc.infiniteStream(fc.integer({ min: 1, max: 5 }));
  await fc.assert(
    fc.asyncProperty(livable, stops, async (one, steps) => {
      const { past, state } = live(one).at(-1) as ReturnType<typeof live>[number];
      const events: (typeof past)[number][] = [];
      const reader = readerOf(events);
      for (const stop of steps) {
        events.push(...past.slice(events.length, events.length + stop));
        const fold = await foldStream(reader, taskDecider, past[0]?.stream ?? '');
        expect(fold.state).toEqual(events.length === 0 ? taskDecider.initial : events.reduce(taskDecider.evolve, taskDecider.initial));
        if (events.length === past.length) break;
      }
      expect((await foldStream(reader, taskDecider, past[0]?.stream ?? '')).state).toEqual(state);
    }),
    { numRuns: 200 },
  );
});

test('a layered map holds what a plain map holds, and earlier maps do not change', () => {
  const entries = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), fc.nat()), { maxLength: 40 });
  fc.assert(
    fc.property(entries, (given) => {
      const steps: { readonly map: LayeredMap<number>; readonly plain: ReadonlyMap<string, number> }[] = [{ map: [], plain: new Map() }];
      for (const [key, value] of given) {
        const { map, plain } = steps.at(-1) as (typeof steps)[number];
        steps.push({ map: frozen(withEntry(map, key, value)), plain: new Map([...plain, [key, value]]) });
      }
      for (const { map, plain } of steps)
        for (const key of 'abcdefghi') {
          expect(entryOf(map, key)).toBe(plain.get(key));
          expect(hasEntry(map, key)).toBe(plain.has(key));
        }
    }),
  );
});

test('a layered map has a few layers for 10,000 entries, and copies each entry about ten times', () => {
  let map: LayeredMap<number> = [];
  let copied = 0;
  for (let index = 0; index < 10_000; index += 1) {
    const next = withEntry(map, `key ${index}`, index);
    copied += next.filter((layer) => !map.includes(layer)).reduce((sum, { size }) => sum + size, 0);
    map = next;
  }
  expect(map.length).toBeLessThanOrEqual(14);
  expect(copied).toBeLessThan(10_000 * 15);
});
