import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays } from '../../src/domain/calendar/local.ts';
import { type Bulk, bulkOf, type Listed } from '../support/bulk.ts';
import { type Answered, type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** What several tasks at once become, compared with what the calls for one task make of the same tasks. */

type Single = (client: Client, id: string) => Promise<Answered>;

const patch =
  (change: object): Single =>
  (client, id) =>
    client.patch(`/api/tasks/${id}/status`, change);
const post =
  (act: string, body?: object): Single =>
  (client, id) =>
    client.post(`/api/tasks/${id}/${act}`, body);
/** The fields follow from the present ones. */
const put =
  (fieldsOf: (task: Partial<Listed>) => object): Single =>
  async (client, id) =>
    client.put(`/api/tasks/${id}`, fieldsOf((await client.get(`/api/tasks/${id}`)).body));

const tagsOf = ({ tags }: Partial<Listed>): string[] => (Array.isArray(tags) ? tags : []);
/** Without a date to move, a time that needs one is refused in the same way. */
const moved = ({ due_date }: Partial<Listed>): object =>
  typeof due_date === 'string' ? { due_date: addDays(due_date, 7) } : { due_time: '09:00' };

const AGAIN = { due_date: '2026-12-01', due_time: null };
const CHANGES: readonly (readonly [change: object, single: Single])[] = [
  [{ status: 'completed' }, patch({ status: 'completed' })],
  [{ status: 'pending' }, patch({ status: 'pending' })],
  [{ status: 'in_progress' }, patch({ status: 'in_progress' })],
  [{ status: 'skipped', reason: 'ill' }, patch({ status: 'skipped', reason: 'ill' })],
  [{ due_date: '2026-12-01' }, put(() => ({ due_date: '2026-12-01' }))],
  [{ due_date: '2026-11-19' }, put(() => ({ due_date: '2026-11-19' }))],
  [{ due_date: null }, put(() => ({ due_date: null }))],
  [{ due_time: '23:00' }, put(() => ({ due_time: '23:00' }))],
  [{ shift_days: 7 }, put(moved)],
  [{ priority: 'high' }, put(() => ({ priority: 'high' }))],
  [{ add_tags: ['extra'] }, put((task) => ({ tags: [...tagsOf(task), 'extra'] }))],
  [{ remove_tags: ['tag 1'] }, put((task) => ({ tags: tagsOf(task).filter((tag) => tag !== 'tag 1') }))],
  [{ archive: true }, post('archive')],
  [{ archive: false }, post('unarchive')],
  [{ again: AGAIN }, post('again', AGAIN)],
];

/** Tasks in every state. The last id is that of a task of somebody else. */
async function tasksOf(ada: Bulk, strange: string): Promise<{ readonly ids: readonly string[]; readonly settle: () => Promise<void> }> {
  const undated = { due_date: null, due_time: null };
  const soon = { due_date: '2026-11-20', due_time: '18:00' };
  const full = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
  const ids = await ada.several({}, undated, { tags: full }, { verification_type: 'general' }, {}, {}, undated, {}, {}, soon, soon);
  const [, , , , completed, skipped, archived, deleted, parent, , late] = ids as [string, ...string[]];
  await ada.complete(completed as string);
  await ada.skip(skipped as string);
  await ada.client.post(`/api/tasks/${archived}/archive`);
  await ada.client.delete(`/api/tasks/${deleted}`);
  await ada.make({ parent_id: parent, verification_type: 'general' });
  const settle = async (): Promise<void> => {
    await ada.complete(late as string);
  };
  return { ids: [...ids, strange, 'none'], settle };
}

/** What does not depend on which of the two tasks it is. */
function common({ id: _, parent_id: _parent, again_of: _again, created_at: _created, ...rest }: Listed): object {
  return rest;
}

interface Pair {
  readonly ada: Bulk;
  readonly together: readonly string[];
  readonly alone: readonly string[];
}

let server: TestServer;
const pairs: Pair[] = [];

beforeAll(async () => {
  server = await startTestServer();
  const eve = await member(server, 'eve@example.org');
  const strange = (await eve.post('/api/tasks', { title: 'Eve’s' })).body.id;
  const settling: (() => Promise<void>)[] = [];
  for (const index of CHANGES.keys()) {
    const ada = bulkOf(await member(server, `rules${index}@example.org`));
    const [together, alone] = [await tasksOf(ada, strange), await tasksOf(ada, strange)];
    pairs.push({ ada, together: together.ids, alone: alone.ids });
    settling.push(together.settle, alone.settle);
  }
  server.stores.clock.advance('PT2H');
  for (const settle of settling) await settle();
}, 60_000);
afterAll(() => server.dispose());

test.each(CHANGES.map(([change, single], index) => ({ change, single, index })))(
  '$change does to each task what the call for one does',
  async ({ change, single, index }) => {
    const { ada, together, alone } = pairs[index] as Pair;
    const { done, refused } = await ada.change(together, change);
    const expected: unknown[] = [];
    for (const id of alone) {
      const { status, body } = await single(ada.client, id);
      expected.push(status < 300 ? common(body) : body.code);
    }
    const found = new Map<string, unknown>(refused.map(({ id, code }) => [id, code]));
    const changed = together.filter((id) => !found.has(id));
    expect(changed).toHaveLength(done.length);
    for (const [at, id] of changed.entries()) found.set(id, common(done[at] as Listed));
    expect(together.map((id) => found.get(id))).toEqual(expected);
    expect(new Set(expected).size).toBeGreaterThan(1);
  },
);
