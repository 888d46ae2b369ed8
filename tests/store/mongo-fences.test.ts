import { afterEach, describe, expect, it } from 'vitest';
import { START } from '../../src/domain/kernel/event.ts';
import { Fenced, type Write } from '../../src/ports/documents.ts';
import { type Mongo, openMongo } from '../../src/store/mongo/connect.ts';
import { openMongoDocuments } from '../../src/store/mongo/documents.ts';
import { at, put, SPEC } from '../contract/documents.ts';
import { PATIENT } from '../servers/mongodb/server.ts';
import { sharedMongo } from '../servers/shared.ts';

const server = await sharedMongo();
const opened: Mongo[] = [];
afterEach(async () => {
  for (const mongo of opened.splice(0)) await mongo.close();
});

/** A worker that can be suspended before any of its calls, as by SIGSTOP. */
async function worker(url: string) {
  const mongo = openMongo({ url, timeouts: PATIENT });
  opened.push(mongo);
  let before = Number.POSITIVE_INFINITY;
  let calls = 0;
  let asleep = Promise.withResolvers<void>();
  let awake = Promise.withResolvers<void>();
  const sleepy: Mongo = {
    ...mongo,
    async run(work, ms) {
      calls += 1;
      before -= 1;
      if (before === 0) {
        asleep.resolve();
        await awake.promise;
      }
      return mongo.run(work, ms);
    },
  };
  const documents = openMongoDocuments(sleepy);
  await documents.ensure(SPEC);
  return {
    documents,
    /** Suspends before its nth call from now. Resolves when it is suspended. */
    sleepBefore(nth: number): Promise<void> {
      before = nth;
      asleep = Promise.withResolvers();
      awake = Promise.withResolvers();
      return asleep.promise;
    },
    wake: () => awake.resolve(),
    async callsOf(work: () => Promise<unknown>): Promise<number> {
      calls = 0;
      await work();
      return calls;
    },
    write: (token: number, position: number, ...writes: readonly Write[]) =>
      documents.apply({
        writes: [{ collection: SPEC.name, writes }],
        checkpoints: [{ name: SPEC.name, position: at(position), token }],
      }),
  };
}

const everything = { index: 'by_made', equals: [], limit: 99 } as const;

/** The calls of a write under a token that the worker has stored before: its documents are written, its checkpoint is set. */
const STEPS = [1, 2] as const;

describe.skipIf(server === null)(`a worker that was suspended, on ${server?.name}`, () => {
  it.each(STEPS)('before step %i of a write, until another had taken over and written more, overwrites nothing', async (step) => {
    const url = server?.database() ?? '';
    const [old, young] = [await worker(url), await worker(url)];
    await old.write(1, 3, put('a', { made: 3 }, 3), put('b', { made: 3 }, 3));
    const asleep = old.sleepBefore(step);
    const late = old.write(1, 9, put('a', { made: 9 }, 9), put('b', { made: 8 }, 8), put('c', { made: 9 }, 9));
    await asleep;
    await young.write(2, 12, put('a', { made: 12 }, 12), put('b', null, 11), put('c', { made: 9 }, 9));
    const before = await young.documents.find(SPEC.name, everything);
    old.wake();
    await expect(late).rejects.toThrow(Fenced);
    expect(await young.documents.find(SPEC.name, everything)).toEqual(before);
    expect(before.items.map(({ doc }) => doc.made)).toEqual([9, 12]);
    expect((await young.documents.checkpoints([SPEC.name])).get(SPEC.name)).toEqual({ position: at(12), live: false, token: 2 });
    await expect(old.write(1, 13, put('a', { made: 13 }, 13))).rejects.toThrow(Fenced);
  });

  it.each(STEPS)(
    'before step %i of a write, until another had taken over and written nothing yet, does not change that one’s work',
    async (step) => {
      const url = server?.database() ?? '';
      const [old, young] = [await worker(url), await worker(url)];
      await old.write(1, 3, put('a', { made: 3 }, 3));
      const asleep = old.sleepBefore(step);
      const late = old.write(1, 9, put('a', { made: 9 }, 9));
      await asleep;
      await young.documents.apply({ writes: [], checkpoints: [{ name: SPEC.name, position: at(3), token: 2 }] });
      old.wake();
      await expect(late).rejects.toThrow(Fenced);
      // Folded from 3 on: first less far than the other worker came, then farther.
      await young.write(2, 7, put('a', { made: 7 }, 7));
      await young.write(2, 12, put('a', { made: 12 }, 12));
      expect((await young.documents.get(SPEC.name, 'a'))?.doc).toEqual({ made: 12 });
      expect(await young.documents.checkpoint(SPEC.name)).toBe(at(12));
    },
  );

  // The first write under a token stores the token before anything else.
  it.each([1, 2])('before step %i of its first write does not even write newer documents than the newer lease has', async (step) => {
    const url = server?.database() ?? '';
    const [old, young] = [await worker(url), await worker(url)];
    const asleep = old.sleepBefore(step);
    const late = old.write(1, 9, put('a', { made: 9 }, 9));
    await asleep;
    await young.write(2, 7, put('a', { made: 7 }, 7));
    old.wake();
    await expect(late).rejects.toThrow(Fenced);
    expect((await young.documents.get(SPEC.name, 'a'))?.doc).toEqual({ made: 7 });
  });

  it('stores a token once, before the first documents, and again after it was refused', async () => {
    const url = server?.database() ?? '';
    const [old, young] = [await worker(url), await worker(url)];
    await old.write(1, 3, put('a', { made: 3 }, 3));
    expect(await old.callsOf(() => old.write(1, 4, put('a', { made: 4 }, 4)))).toBe(2);
    expect(await old.callsOf(() => old.write(2, 5, put('a', { made: 5 }, 5)))).toBe(3);
    await young.documents.drop(SPEC.name);
    await young.documents.ensure(SPEC);
    await expect(old.write(2, 6, put('a', { made: 6 }, 6))).rejects.toThrow(Fenced);
    // The state of the collection is read again, too.
    expect(await old.callsOf(() => old.write(2, 6, put('b', { made: 6 }, 6)))).toBe(4);
  });

  it.each(STEPS)('before step %i of a write, until the collection was created again, does not store a checkpoint', async (step) => {
    const url = server?.database() ?? '';
    const [old, other] = [await worker(url), await worker(url)];
    await old.write(1, 3, put('a', { made: 3 }, 3));
    const asleep = old.sleepBefore(step);
    const late = old.write(1, 9, put('b', { made: 9 }, 9));
    await asleep;
    await other.documents.drop(SPEC.name);
    await other.documents.ensure(SPEC);
    old.wake();
    await expect(late).rejects.toThrow(Fenced);
    expect(await other.documents.checkpoint(SPEC.name)).toBe(START);
    expect(await other.documents.get(SPEC.name, 'a')).toBeNull();
    // After this error it begins anew by itself.
    await old.write(1, 1, put('a', { made: 1 }, 1));
    expect(await other.documents.checkpoint(SPEC.name)).toBe(at(1));
  });

  /** The calls of a replacement before its own marks: it reads both rows. */
  it.each([3, 4, 5, 6])(
    'before call %i of replacing one collection by another, until another had taken over, lowers no token',
    async (nth) => {
      const url = server?.database() ?? '';
      const [old, young] = [await worker(url), await worker(url)];
      await old.write(1, 3, put('a', { made: 3 }, 3));
      await old.documents.ensure({ ...SPEC, name: 'spare' });
      await old.documents.apply({ writes: [], checkpoints: [{ name: 'spare', position: at(3) }] });
      const asleep = old.sleepBefore(nth);
      const late = old.documents.replace('spare', SPEC.name);
      await asleep;
      await young.documents.ensure(SPEC);
      await young.documents.apply({ writes: [], checkpoints: [{ name: SPEC.name, position: at(3), token: 2 }] });
      old.wake();
      await late;
      await expect(old.write(1, 4, put('b', { made: 4 }, 4))).rejects.toThrow(Fenced);
      expect((await young.documents.checkpoints([SPEC.name])).get(SPEC.name)?.token).toBe(2);
    },
  );

  it('while others start at once with other indexes, does not keep the collection from being filled completely', async () => {
    const url = server?.database() ?? '';
    const first = await worker(url);
    await first.write(1, 3, put('a', { made: 3 }, 3));
    const [one, two] = [openMongoDocuments(openOne(url)), openMongoDocuments(openOne(url))];
    const changed = { ...SPEC, indexes: SPEC.indexes.slice(1) };
    await Promise.all([one.ensure(changed), two.ensure(changed)]);
    const written = await Promise.allSettled(
      [one, two].map((documents) =>
        documents.apply({
          writes: [{ collection: SPEC.name, writes: [put('b', { made: 1 }, 1)] }],
          checkpoints: [{ name: SPEC.name, position: at(1), token: 2 }],
        }),
      ),
    );
    expect(written.map(({ status }) => status)).toContain('fulfilled');
    expect((await one.find(SPEC.name, everything)).items.map(({ id }) => id)).toEqual(['b']);
    await expect(first.write(1, 4, put('a', { made: 4 }, 4))).rejects.toThrow(Fenced);
  });
});

function openOne(url: string): Mongo {
  const mongo = openMongo({ url, timeouts: PATIENT });
  opened.push(mongo);
  return mongo;
}
