import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QueueFull, Turns } from '../../src/concurrency/turns.ts';

const ROOMY = { running: 2, waiting: 100, waitingOfOwner: 100 };
const never = new AbortController().signal;
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Work that begins and ends as the test says. */
function stage(bounds = ROOMY) {
  const turns = new Turns(bounds);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (owner: string, name = owner, options: { signal?: AbortSignal; alwaysWaits?: boolean } = {}) =>
    turns.run(
      owner,
      () => {
        begun.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      { signal: never, ...options },
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    ends.delete(name);
    await turn();
  };
  return { turns, begun, ends, ask, end };
}

test("an owner has one turn at a time, and the owner's further turns do not delay others", async () => {
  const { begun, ask, end } = stage();
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  void ask('b', 'b1');
  await turn();
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'a2']);
});

test('owners take turns, however many turns the first one has asked for', async () => {
  const { begun, ask, end } = stage({ ...ROOMY, running: 1 });
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  for (const name of ['b1', 'b2']) void ask('b', name);
  void ask('c', 'c1');
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    await turn();
    expect(begun.at(-1)).toBe(name);
    await end(name);
  }
});

test("a turn beyond the limit of an owner or of all owners is refused at once, except the program's own work", async () => {
  const { turns, ask } = stage({ running: 1, waiting: 3, waitingOfOwner: 2 });
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  await expect(ask('a', 'a4')).rejects.toThrow(QueueFull);
  void ask('b', 'b1');
  await expect(ask('c', 'c1')).rejects.toThrow(QueueFull);
  void ask('c', 'c2', { alwaysWaits: true });
  await turn();
  expect([turns.running, turns.waiting]).toEqual([1, 4]);
});

test('a caller who gives up leaves the queue, and is refused with the given reason', async () => {
  const { turns, begun, ask, end } = stage({ ...ROOMY, running: 1 });
  const leaving = new AbortController();
  void ask('a', 'a1');
  const left = ask('a', 'a2', { signal: leaving.signal });
  void ask('a', 'a3');
  leaving.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(ask('a', 'a4', { signal: leaving.signal })).rejects.toThrow('gone');
  expect(turns.waiting).toBe(1);
  await end('a1');
  expect(begun).toEqual(['a1', 'a3']);
});

test('a turn ends when its work fails', async () => {
  const { turns, begun, ask } = stage({ ...ROOMY, running: 1 });
  const failing = turns.run('a', () => Promise.reject(new Error('torn')), { signal: never });
  void ask('a', 'a2');
  await expect(failing).rejects.toThrow('torn');
  expect(begun).toEqual(['a2']);
});

test('for any requests, each gets its turn, and never more at a time than the bounds allow', async () => {
  const owners = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(owners, fc.integer({ min: 1, max: 4 }), fc.infiniteStream(fc.nat()), async (asked, running, picks) => {
      const { turns, begun, ends, ask, end } = stage({ ...ROOMY, running });
      const names = asked.map((owner, index) => `${owner}${index}`);
      for (const [index, name] of names.entries()) void ask(asked[index] as string, name);
      while (begun.length < names.length || ends.size > 0) {
        await turn();
        const open = [...ends.keys()];
        expect(open.length).toBe(turns.running);
        expect(open.length).toBeLessThanOrEqual(running);
        expect(new Set(open.map((name) => name[0])).size).toBe(open.length);
        expect(open.length).toBeGreaterThan(0);
        await end(open[(picks.next().value as number) % open.length] as string);
      }
      expect(begun.toSorted()).toEqual(names.toSorted());
      expect([turns.running, turns.waiting]).toEqual([0, 0]);
    }),
  );
});
