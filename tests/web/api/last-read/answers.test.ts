import { expect, test } from 'vitest';
import {
  type Answer,
  beyondBounds,
  MOST_AGE_MS,
  MOST_ANSWERS,
  MOST_BYTES,
  openWriter,
  readAnswers,
} from '../../../../web/api/last-read/answers.ts';
import { ENTRIES_AT_ONCE } from '../../../../web/api/last-read/entry-pieces.ts';
import { keysIn, sealedIn } from '../../../../web/api/last-read/seal.ts';
import { KEYS } from '../../../../web/api/last-read/storage.ts';
import { memoryStorage } from './memory-storage.ts';

const NOW = 1_800_000_000_000;
const answer = (name: string, data: unknown, at = NOW): Answer => {
  return { queryHash: `["${name}"]`, queryKey: [name], isInfinite: false, data, at, page: 'page' };
};
const found = async (storage: ReturnType<typeof memoryStorage>, now = NOW) => {
  const { owner, answers } = await readAnswers(storage, now);
  return [owner, answers.map(({ data }) => data)];
};

test('what was written is read again, and nothing of it can be seen in the database', async () => {
  const storage = memoryStorage();
  const titles = Array.from({ length: 450 }, (_, index) => ({ title: `Buy rye flour ${index}` }));
  await (await openWriter(storage, 'ada', NOW)).write([answer('rye flour', titles)], [], NOW);
  expect(await found(storage)).toEqual(['ada', [titles]]);
  const { sealing, naming } = keysIn(storage.records.get(KEYS)) ?? {};
  expect([sealing?.extractable, naming?.extractable]).toEqual([false, false]);
  const stored = JSON.stringify([...storage.records], (_, value) =>
    value instanceof ArrayBuffer ? new TextDecoder('latin1').decode(value) : value,
  );
  expect(stored).not.toMatch(/flour|title/);
});

test('of a long list, only the pieces with another entry are sealed anew', async () => {
  const storage = memoryStorage();
  const writer = await openWriter(storage, 'ada', NOW);
  let list = Array.from({ length: 5_000 }, (_, index) => ({ title: `Answer letter ${index}` }));
  let before: readonly unknown[] = [];
  /** How many pieces are new, and how many there are. */
  async function written(): Promise<readonly [number, number]> {
    await writer.write([answer('tasks', list)], [], NOW);
    const [stored] = [...storage.records].filter(([name]) => name !== KEYS).map(([, value]) => sealedIn(value));
    const pieces = stored?.entries ?? [];
    const anew = pieces.filter((piece) => !before.includes(piece)).length;
    before = pieces;
    expect((await found(storage))[1]).toEqual([list]);
    return [anew, pieces.length];
  }
  expect(await written()).toEqual([25, 25]);
  list = list.with(3_000, { title: 'Answered' });
  expect(await written()).toEqual([1, 25]);
  list = list.toSpliced(10, 0, ...Array.from({ length: 90 }, (_, index) => ({ title: `New ${index}` })));
  expect(await written()).toEqual([1, 25]);
  list = list.toSpliced(10, 0, ...Array.from({ length: 90 }, (_, index) => ({ title: `Newer ${index}` })));
  expect(await written()).toEqual([2, 26]);
  list = list.toSpliced(5, 900);
  expect((await written())[0]).toBe(1);
  // The same entry begins two pieces.
  const [first = { title: '' }] = list;
  list = [first, ...list.slice(1, ENTRIES_AT_ONCE), first, ...list.slice(ENTRIES_AT_ONCE)];
  await written();
});

test('a record that is put in the place of another one is not read', async () => {
  const storage = memoryStorage();
  await (await openWriter(storage, 'ada', NOW)).write([answer('one', 1), answer('two', 2)], [], NOW);
  const [first = '', second = ''] = [...storage.records.keys()].filter((name) => name !== KEYS);
  storage.records.set(second, storage.records.get(first));
  expect((await found(storage))[1]).toEqual([1]);
});

test('another account finds nothing, and the page of the first one writes nothing any more', async () => {
  const storage = memoryStorage();
  const ada = await openWriter(storage, 'ada', NOW);
  await ada.write([answer('one', 'private')], [], NOW);
  const bo = await openWriter(storage, 'bo', NOW);
  expect(await found(storage)).toEqual(['bo', []]);
  expect(await ada.write([answer('one', 'private')], [], NOW)).toBe(false);
  await bo.write([answer('one', "Bo's")], [], NOW);
  expect(await found(storage)).toEqual(['bo', ["Bo's"]]);
});

test('once the keys are destroyed, an open page writes nothing', async () => {
  const storage = memoryStorage();
  const writer = await openWriter(storage, 'ada', NOW);
  await storage.clear();
  expect(await writer.write([answer('one', 1)], [], NOW)).toBe(false);
  expect(storage.records.size).toBe(0);
});

test('two pages of one account use the same keys', async () => {
  const storage = memoryStorage();
  const [one, two] = await Promise.all([openWriter(storage, 'ada', NOW), openWriter(storage, 'ada', NOW)]);
  await one.write([answer('one', 1)], [], NOW);
  await two.write([answer('two', 2)], ['["none"]'], NOW);
  expect(await found(storage)).toEqual(['ada', [1, 2]]);
});

test('what is older than seven days is not read, and is deleted when a page is opened', async () => {
  const storage = memoryStorage();
  const writer = await openWriter(storage, 'ada', NOW);
  await writer.write([answer('old', 1), answer('new', 2, NOW + 1_000)], [], NOW);
  expect(await found(storage, NOW + MOST_AGE_MS)).toEqual(['ada', [2]]);
  await openWriter(storage, 'ada', NOW + MOST_AGE_MS);
  expect(storage.records.size).toBe(2);
});

test('an answer that does not exist any more is deleted', async () => {
  const storage = memoryStorage();
  const writer = await openWriter(storage, 'ada', NOW);
  await writer.write([answer('one', 1), answer('two', 2)], [], NOW);
  await writer.write([], ['["one"]'], NOW);
  expect((await found(storage))[1]).toEqual([2]);
});

test('beyond the bounds the oldest are dropped', () => {
  const many = new Map(Array.from({ length: MOST_ANSWERS + 2 }, (_, index) => [`${index}`, { at: NOW + index, bytes: 1 }]));
  expect(beyondBounds(many, NOW)).toEqual(['1', '0']);
  const half = MOST_BYTES / 2;
  const large = { old: { at: NOW, bytes: half }, new: { at: NOW + 2, bytes: half }, middle: { at: NOW + 1, bytes: 1 } };
  expect(beyondBounds(new Map(Object.entries(large)), NOW)).toEqual(['old']);
});
