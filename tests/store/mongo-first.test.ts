import { afterEach, describe, expect, it } from 'vitest';
import type { Write } from '../../src/ports/documents.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { createFirst } from '../../src/store/mongo/documents/first.ts';
import { openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { at, put, SPEC } from '../contract/documents-fixture.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';

/** Collections in memory that note what was asked of them. */
function noted() {
  const states = new Map([
    ['tasks.v1', 'one'],
    ['days.v1', 'one'],
  ]);
  const asked: string[] = [];
  const first = createFirst({
    states: async (names) => {
      asked.push(`states of ${names.join(', ')}`);
      return new Map(names.flatMap((name) => (states.has(name) ? [[name, states.get(name) as string]] : [])));
    },
    find: async (name, { index, limit }) => {
      asked.push(`${name} ${index} ${limit}`);
      return { items: [], next: null };
    },
  });
  return { states, first, asked: () => asked.splice(0) };
}

describe('the first documents of collections that other processes write', () => {
  it('are read after their states (one query for all simultaneous callers), and not again until a state changes', async () => {
    const { states, first, asked } = noted();
    const both = () => Promise.all(['tasks.v1', 'days.v1'].map((name) => first(name, 'next', 4)));
    await both();
    expect(asked()).toEqual(['states of tasks.v1, days.v1', 'tasks.v1 next 4', 'days.v1 next 4']);
    await both();
    expect(asked()).toEqual(['states of tasks.v1, days.v1']);
    states.set('days.v1', 'two');
    await both();
    expect(asked()).toEqual(['states of tasks.v1, days.v1', 'days.v1 next 4']);
  });

  it('are read again for another index or limit, and always if the collection has no state', async () => {
    const { states, first, asked } = noted();
    await first('tasks.v1', 'next', 4);
    await first('tasks.v1', 'next', 5);
    states.clear();
    await first('tasks.v1', 'next', 5);
    await first('tasks.v1', 'next', 5);
    expect(asked().filter((what) => !what.startsWith('states'))).toEqual(Array(4).fill(expect.stringContaining('tasks.v1 next')));
  });
});

const server = await sharedMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

async function open(url: string) {
  const mongo = openMongo({ url, timeouts: PATIENT });
  opened.push(mongo);
  const documents = openMongoDocuments(mongo);
  await documents.ensure(SPEC);
  return documents;
}

describe.skipIf(server === null)(`the first documents on ${server?.name}`, { timeout: 60_000 }, () => {
  it('show what another process wrote, emptied or replaced', async () => {
    const url = server?.database() ?? '';
    const [reader, writer] = [await open(url), await open(url)];
    const first = async () => (await reader.first?.(SPEC.name, 'by_made', 2))?.map(({ id }) => id);
    const write = (collection: string, n: number, ...writes: readonly Write[]) =>
      writer.apply({ writes: [{ collection, writes }], checkpoints: [{ name: collection, position: at(n) }] });
    expect(await first()).toEqual([]);
    await write(SPEC.name, 1, put('b', { made: 2 }), put('c', { made: 3 }));
    expect(await first()).toEqual(['b', 'c']);
    await write(SPEC.name, 2, put('a', { made: 1 }, 2));
    expect(await first()).toEqual(['a', 'b']);
    const spare = { ...SPEC, name: 'tasks.v1.spare' };
    await writer.ensure(spare);
    await write(spare.name, 2, put('d', { made: 4 }));
    await writer.replace(spare.name, SPEC.name);
    expect(await first()).toEqual(['d']);
    await writer.drop(SPEC.name);
    await writer.ensure(SPEC);
    expect(await first()).toEqual([]);
  });
});
