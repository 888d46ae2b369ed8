import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Bulk, bulkOf, codes, field, idsOf } from '../support/bulk.ts';
import { member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The clock of the tests begins at 17:00 in Berlin on 20 November 2026. */
let server: TestServer;
let ada: Bulk;
let people = 0;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  people += 1;
  ada = bulkOf(await member(server, `undo${people}@example.org`));
});

describe('taking it back', () => {
  it.each([
    [{ status: 'completed' }],
    [{ status: 'skipped', reason: 'ill' }],
    [{ due_date: '2026-12-01', due_time: null }],
    [{ shift_days: 7 }],
    [{ priority: 'high' }],
    [{ add_tags: ['garden'] }],
    [{ remove_tags: ['home'] }],
    [{ delete: true }],
  ])('restores what was before %j', async (what) => {
    const ids = await ada.several({ tags: ['home'] }, { tags: ['home'], due_time: null });
    const before = await ada.list();
    const { batch_id } = await ada.change(ids, what);
    const { done, refused } = await ada.undo(batch_id);
    expect([idsOf(done), refused]).toEqual([ids, []]);
    expect(await ada.list()).toEqual(before);
  });

  it('brings back from the archive, and puts back into it', async () => {
    const ids = await ada.several({ due_date: null, due_time: null }, { due_date: null, due_time: null });
    const archived = await ada.change(ids, { archive: true });
    expect(field((await ada.undo(archived.batch_id)).done, 'archived')).toEqual([false, false]);
    await ada.change(ids, { archive: true });
    const back = await ada.change(ids, { archive: false });
    expect(field((await ada.undo(back.batch_id)).done, 'archived')).toEqual([true, true]);
  });

  it('leaves out what it did not change, and refuses what was changed since, by an undo too', async () => {
    const [same, edited, alone, deleted, good] = (await ada.several({ priority: 'high' }, {}, {}, {}, {})) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const { batch_id } = await ada.change([same, edited, alone, deleted, good], { priority: 'high' });
    await ada.client.put(`/api/tasks/${edited}`, { title: 'Renamed' });
    await ada.client.post(`/api/tasks/${alone}/undo`);
    await ada.client.delete(`/api/tasks/${deleted}`);
    const { done, refused } = await ada.undo(batch_id);
    expect([idsOf(done), codes(refused)]).toEqual([
      [good],
      [
        [edited, 'conflict'],
        [alone, 'conflict'],
        [deleted, 'conflict'],
      ],
    ]);
    expect([(await ada.read(same)).priority, (await ada.read(edited)).priority]).toEqual(['high', 'high']);
  });

  it('gives the same answer again, and to requests at the same time', async () => {
    const ids = await ada.several({}, {});
    const { batch_id } = await ada.change(ids, { priority: 'high' });
    await ada.client.put(`/api/tasks/${ids[1]}`, { title: 'Renamed' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => ada.undo(batch_id)));
    const later = await ada.undo(batch_id);
    for (const answer of answers) expect(answer).toEqual(later);
    await ada.client.put(`/api/tasks/${ids[0]}`, { priority: 'low' });
    const last = await ada.undo(batch_id);
    expect([idsOf(last.done), last.refused]).toEqual([idsOf(later.done), later.refused]);
    expect((await ada.read(ids[0] as string)).priority).toBe('low');
  });

  it('deletes the tasks that were promised again, unless something was done with them', async () => {
    const ids = await ada.several({}, {}, {});
    await ada.change(ids, { status: 'skipped', reason: 'ill' });
    const { batch_id, done } = await ada.change(ids, { again: { due_date: '2026-11-26' } });
    const [first, second, third] = idsOf(done) as [string, string, string];
    await ada.client.put(`/api/tasks/${second}`, { priority: 'high' });
    await ada.client.post('/api/tasks', { title: 'A step', parent_id: third });
    const undone = await ada.undo(batch_id);
    expect([undone.done, codes(undone.refused)]).toEqual([
      [done[0]],
      [
        [second, 'conflict'],
        [third, 'conflict'],
      ],
    ]);
    expect((await ada.client.get(`/api/tasks/${first}`)).status).toBe(404);
    expect(await ada.undo(batch_id)).toEqual(undone);
    expect((await ada.client.post(`/api/tasks/${ids[0]}/again`, { due_date: '2026-11-27' })).status).toBe(201);
  });

  it('is possible for its owner only', async () => {
    const { batch_id } = await ada.change([await ada.make()], { priority: 'high' });
    const eve = await member(server, `eve${people}@example.org`);
    for (const [client, id] of [
      [eve, batch_id],
      [ada.client, 'none'],
      [ada.client, 'x'.repeat(101)],
    ] as const)
      expect(await client.post(`/api/tasks/bulk/${id}/undo`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });
});

it('a change of several tasks can be taken back for 24 hours', async () => {
  const { batch_id } = await ada.change([await ada.make({ due_date: '2026-12-24' })], { priority: 'high' });
  server.stores.clock.advance('PT23H59M59S');
  expect((await ada.undo(batch_id)).done).toHaveLength(1);
  server.stores.clock.advance('PT1S');
  expect((await ada.client.post(`/api/tasks/bulk/${batch_id}/undo`)).status).toBe(404);
});
