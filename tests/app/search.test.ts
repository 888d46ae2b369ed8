import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Caller } from '../../src/app/caller.ts';
import { createSearch, type SearchIn } from '../../src/app/search/search.ts';
import { archiveTask, deleteTask, editTask, promiseTask, setStatus, undoTask } from '../../src/app/task/tasks.ts';
import { parseSearch } from '../../src/contracts/words/search-query.ts';
import { addDays } from '../../src/domain/calendar/local.ts';
import { RuleViolation } from '../../src/domain/kernel/decider.ts';
import type { Cursor } from '../../src/ports/documents.ts';
import { everyTask } from '../../src/projections/task/task-lists.ts';
import { appForFile } from '../support/app.ts';

const app = await appForFile();

async function found(search: SearchIn, { owner }: Caller, q: string, limit: number): Promise<readonly string[]> {
  const read = parseSearch(q);
  if ('fault' in read) throw new Error(read.fault);
  const all: string[] = [];
  const totals: (number | null)[] = [];
  for (let after: Cursor | undefined; ; ) {
    const { items, next, total } = await search(owner, read.terms, { limit, isCounted: true, ...(after && { after }) });
    expect(items.length).toBeLessThanOrEqual(limit);
    all.push(...items.map(({ entry }) => entry.id));
    totals.push(total);
    if (next === null) break;
    after = next;
  }
  expect(totals, 'the first page alone says how much there is').toEqual(totals.map((_, page) => (page === 0 ? all.length : null)));
  return all;
}

const WORDS = ['milk', 'report', 'Łódź', 'e-mail', '京都'] as const;
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const step = fc.record({
  what: fc.constantFrom('promise', 'promise', 'rename', 'describe', 'complete', 'skip', 'archive', 'delete', 'undo', 'search'),
  which: fc.nat(9),
  text,
  days: fc.option(fc.nat(3)),
  long: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const QUERIES = [
  'milk',
  'report -milk',
  '"e-mail"',
  'lodz is:open',
  '都',
  'is:completed',
  'is:archived',
  'due:today',
  '-report',
  'due:none',
];

async function take(me: Caller, ids: string[], { what, which, text, days, long }: Step): Promise<void> {
  const id = ids[which % Math.max(1, ids.length)];
  const description = long ? `${'filler '.repeat(200)}${text}` : text;
  const due_date = days === null ? null : addDays(app.clock.now().slice(0, 10), days);
  if (what === 'promise' || id === undefined) ids.push((await promiseTask(app, me, { title: text, due_date })).id);
  else if (what === 'rename') await editTask(app, me, id, { title: text });
  else if (what === 'describe') await editTask(app, me, id, { description });
  else if (what === 'complete') await setStatus(app, me, id, { status: 'completed' });
  else if (what === 'skip') await setStatus(app, me, id, { status: 'skipped', reason: 'ill' });
  else if (what === 'archive') await archiveTask(app, me, id);
  else if (what === 'delete') await deleteTask(app, me, id);
  else if (what === 'undo') await undoTask(app, me, id);
}

test('an index that is kept up to date gives what a new one gives, in pages of any length', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.integer({ min: 1, max: 4 }), async (steps, limit) => {
      app.clock.set('2026-11-20T16:00:00.000Z');
      const me = await app.user();
      // Long descriptions are read again in one of the two, and held in the other.
      const kept = createSearch(app, { mostLong: 0 });
      const ids: string[] = [];
      for (const one of steps) {
        app.clock.advance('PT1M');
        await take(me, ids, one).catch((error: unknown) => {
          if (!(error instanceof RuleViolation)) throw error;
        });
        await app.upToDate();
        if (one.what === 'search') await found(kept, me, 'milk', 50);
      }
      for (const q of QUERIES) expect([q, await found(kept, me, q, limit)]).toEqual([q, await found(createSearch(app), me, q, 200)]);
    }),
    { numRuns: 15 },
  ),
);

test('an index reads only what has changed since', async () => {
  const me = await app.user();
  for (let index = 0; index < 20; index += 1) await promiseTask(app, me, { title: `Milk ${index}` });
  await app.upToDate();
  const read: number[] = [];
  const { documents } = app.views;
  const watched = {
    ...app,
    views: {
      ...app.views,
      documents: {
        ...documents,
        find: (async (collection, query) => {
          const page = await documents.find(collection, query);
          read.push(page.items.length);
          return page;
        }) as typeof documents.find,
      },
    },
  };
  const search = createSearch(watched);
  expect(await found(search, me, 'milk', 100)).toHaveLength(20);
  expect(read).toEqual([20, 0]);
  const [first] = (await Array.fromAsync(everyTask(app.views, me.owner))).flat();
  await editTask(app, me, first?.id ?? '', { title: 'Cheese' });
  await app.upToDate();
  read.length = 0;
  expect(await found(search, me, 'milk', 100)).toHaveLength(19);
  // What was written last is read again, because the checkpoint does not say whether it was read before.
  expect(Math.max(...read)).toBeLessThanOrEqual(2);
});

test('a search whose excerpts take long lets other work run in between', { timeout: 120_000 }, async () => {
  const me = await app.user();
  const description = 'ä ö '.repeat(2_500);
  for (let index = 0; index < 30; index += 1) await promiseTask(app, me, { title: `Long ${index}`, description });
  await app.upToDate();
  const search = createSearch(app);
  // The first search reads everything.
  await found(search, me, 'long', 200);
  let others = 0;
  let isSearching = true;
  const other = (): void => {
    others += 1;
    if (isSearching) setImmediate(other);
  };
  setImmediate(other);
  expect(await found(search, me, 'o', 200)).toHaveLength(30);
  isSearching = false;
  expect(others).toBeGreaterThanOrEqual(30 / 5 - 1);
});
