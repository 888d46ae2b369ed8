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
  ada = bulkOf(await member(server, `bulk${people}@example.org`));
});

describe('changing several tasks', () => {
  it('gives the tasks as they now are in the order of the ids, and counts an id once', async () => {
    const [a, b, c] = (await ada.several({}, {}, {})) as [string, string, string];
    const { done, refused } = await ada.change([c, a, c, b], { priority: 'high' });
    expect([idsOf(done), field(done, 'priority'), refused]).toEqual([[c, a, b], ['high', 'high', 'high'], []]);
    for (const one of done) expect(await ada.read(one.id)).toEqual(one);
  });

  it('refuses some by the rules for one task, and does the others', async () => {
    const [good, archived, done] = (await ada.several({}, { due_date: null, due_time: null }, {})) as [string, string, string];
    await ada.client.post(`/api/tasks/${archived}/archive`);
    await ada.complete(done);
    const eve = await member(server, `eve${people}@example.org`);
    const other = (await eve.post('/api/tasks', { title: 'Eve’s' })).body.id;
    const answer = await ada.change([other, archived, good, done, 'none'], { due_date: '2026-11-25' });
    expect([idsOf(answer.done), field(answer.done, 'due_date'), field(answer.done, 'due_time')]).toEqual([
      [good],
      ['2026-11-25'],
      ['18:00'],
    ]);
    expect(codes(answer.refused)).toEqual([
      [other, 'not_found'],
      [archived, 'archived'],
      [done, 'conflict'],
      ['none', 'not_found'],
    ]);
  });

  it('says of a date that has passed, or that cannot move, what is wrong with it', async () => {
    const [dated, undated] = (await ada.several({}, { due_date: null, due_time: null })) as [string, string];
    const past = await ada.change([dated], { due_date: '2026-11-19' });
    expect(past.refused).toEqual([{ id: dated, code: 'validation_failed', message: 'This day is over. Choose today or a later date.' }]);
    const shifted = await ada.change([undated, dated], { shift_days: -30 });
    expect(codes(shifted.refused)).toEqual([
      [undated, 'validation_failed'],
      [dated, 'validation_failed'],
    ]);
    const far = await ada.make({ due_date: '2100-12-31' });
    expect(codes((await ada.change([far], { shift_days: 1 })).refused)).toEqual([[far, 'validation_failed']]);
  });

  it('moves dates by days, and keeps the times', async () => {
    const ids = await ada.several({}, { due_date: '2026-12-30', due_time: null });
    const { done } = await ada.change(ids, { shift_days: 3 });
    expect(done.map(({ due_date, due_time, postponed }) => [due_date, due_time, postponed])).toEqual([
      ['2026-11-27', '18:00', 1],
      ['2027-01-02', null, 1],
    ]);
  });

  it('sets times and takes dates away', async () => {
    const ids = await ada.several({}, { due_time: null });
    expect(field((await ada.change(ids, { due_time: '09:00' })).done, 'due_time')).toEqual(['09:00', '09:00']);
    const { done } = await ada.change(ids, { due_date: null });
    expect([field(done, 'due_date'), field(done, 'due_time')]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  it('sets the status, with its reason', async () => {
    const ids = await ada.several({}, {});
    const { done } = await ada.change(ids, { status: 'skipped', reason: 'ill' });
    expect([field(done, 'status'), field(done, 'skip_reason')]).toEqual([
      ['skipped', 'skipped'],
      ['ill', 'ill'],
    ]);
    expect(field((await ada.change(ids, { status: 'completed' })).done, 'completed')).toEqual([true, true]);
  });

  it('adds and removes tags, in the spelling that came first', async () => {
    const full = Array.from({ length: 20 }, (_, index) => `tag ${index}`);
    const ids = await ada.several({ tags: ['Home'] }, { tags: [] }, { tags: full });
    const added = await ada.change(ids, { add_tags: ['HOME', 'garden'] });
    expect(field(added.done, 'tags')).toEqual([
      ['Home', 'garden'],
      ['Home', 'garden'],
    ]);
    expect(codes(added.refused)).toEqual([[ids[2], 'validation_failed']]);
    const removed = await ada.change(ids, { remove_tags: ['home', 'Tag 3'] });
    expect(field(removed.done, 'tags')).toEqual([['garden'], ['garden'], full.filter((tag) => tag !== 'tag 3')]);
  });

  it('archives and brings back', async () => {
    const [done, open] = (await ada.several({}, {})) as [string, string];
    await ada.complete(done);
    const archived = await ada.change([done, open], { archive: true });
    expect([idsOf(archived.done), codes(archived.refused)]).toEqual([[done], [[open, 'still_open']]]);
    expect(field((await ada.change([done], { archive: false })).done, 'archived')).toEqual([false]);
  });

  it('deletes, and shows what is deleted as it was', async () => {
    const ids = await ada.several({ title: 'One' }, { title: 'Two' });
    const before = [await ada.read(ids[0] as string), await ada.read(ids[1] as string)];
    expect((await ada.change(ids, { delete: true })).done).toEqual(before);
    expect(await ada.list()).toEqual([]);
  });

  it('promises missed and skipped tasks again: the new tasks are what was done', async () => {
    const [skipped, open] = (await ada.several({ title: 'Skipped', tags: ['home'] }, {})) as [string, string];
    await ada.skip(skipped);
    const { done, refused } = await ada.change([open, skipped], { again: { due_date: '2026-11-26' } });
    expect(done).toMatchObject([{ title: 'Skipped', tags: ['home'], due_date: '2026-11-26', due_time: '18:00', again_of: skipped }]);
    expect(codes(refused)).toEqual([[open, 'conflict']]);
    expect(await ada.read(done[0]?.id ?? '')).toEqual(done[0]);
  });

  it('takes a task together with its steps, in whatever order they are named', async () => {
    const parent = await ada.make();
    const steps = await ada.several({ parent_id: parent }, { parent_id: parent, verification_type: 'general' });
    const completed = await ada.change([parent, ...steps], { status: 'completed' });
    expect([field(completed.done, 'status'), completed.refused]).toEqual([Array(3).fill('completed'), []]);
    const undone = await ada.undo(completed.batch_id);
    expect([idsOf(undone.done), field(undone.done, 'status')]).toEqual([[parent, ...steps], Array(3).fill('pending')]);
    const deleted = await ada.change([parent, ...steps], { delete: true });
    expect([idsOf(deleted.done), deleted.refused]).toEqual([[parent, ...steps], []]);
    await ada.undo(deleted.batch_id);
    expect(idsOf(await ada.list()).sort()).toEqual([parent, ...steps].sort());
  });

  it('makes the next occurrence of a routine that counts from its completion', async () => {
    const rule = { title: 'Stretch', rrule: 'FREQ=DAILY', start_date: '2026-11-20', mode: 'completion' };
    for (const title of ['Stretch', 'Walk']) await ada.client.post('/api/recurring_tasks', { ...rule, title });
    const open = await ada.list();
    await ada.change(idsOf(open), { status: 'completed' });
    expect(field(await ada.list('?status=pending'), 'due_date')).toEqual(['2026-11-21', '2026-11-21']);
  });

  it('changes 200 tasks at once, and no more', async () => {
    const ids = await Promise.all(Array.from({ length: 200 }, () => ada.make()));
    const { batch_id, done } = await ada.change(ids, { priority: 'low' });
    expect([idsOf(done), new Set(field(done, 'priority'))]).toEqual([ids, new Set(['low'])]);
    expect(idsOf((await ada.undo(batch_id)).done)).toEqual(ids);
    const answer = await ada.client.post('/api/tasks/bulk', { ids: [...ids, 'one more'], change: { priority: 'low' } });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['ids']]);
  });

  it('gives the first answer again under the same Idempotency-Key', async () => {
    const ids = await ada.several({}, {});
    const body = { ids, change: { shift_days: 1 } };
    const key = { 'idempotency-key': `bulk-${people}` };
    const [first, second] = [await ada.client.post('/api/tasks/bulk', body, key), await ada.client.post('/api/tasks/bulk', body, key)];
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([200, first.text, 'true']);
    expect(field(await ada.list(), 'due_date')).toEqual(['2026-11-25', '2026-11-25']);
  });
});

describe('a body is refused as a whole', () => {
  const faults = async (what: unknown, ids: unknown = ['a']) => {
    const { status, body } = await ada.client.post('/api/tasks/bulk', { ids, change: what });
    return [status, ...Object.keys(body.errors ?? {}).sort()];
  };

  /** Each change, with the names of its faults. */
  const WRONG: readonly (readonly [what: unknown, ...fields: string[]])[] = [
    [undefined, 'change'],
    [null, 'change'],
    ['delete', 'change'],
    [{}, 'change.status'],
    [{ status: 'missed' }, 'change.status'],
    [{ status: 'skipped' }, 'change.reason'],
    [{ status: 'skipped', reason: ' ' }, 'change.reason'],
    [{ due_date: null, due_time: '09:00' }, 'change.due_time'],
    [{ due_date: '24.11.2026' }, 'change.due_date'],
    [{ shift_days: 0 }, 'change.shift_days'],
    [{ shift_days: 366 }, 'change.shift_days'],
    [{ shift_days: 1.5 }, 'change.shift_days'],
    [{ shift_days: '1' }, 'change.shift_days'],
    [{ priority: 'urgent' }, 'change.priority'],
    [{ add_tags: [] }, 'change.add_tags'],
    [{ remove_tags: [''] }, 'change.remove_tags'],
    [{ archive: 1 }, 'change.archive'],
    [{ delete: false }, 'change.delete'],
    [{ again: {} }, 'change.again.due_date'],
    [{ priority: 'high', archive: true }, 'change.archive'],
    [{ title: 'Other' }, 'change.status', 'change.title'],
  ];

  it('for what is wrong with the change whatever the task is', async () => {
    for (const [what, ...fields] of WRONG) expect([what, ...(await faults(what))]).toEqual([what, 422, ...fields]);
  });

  it('for ids that are none, and together with the faults of the change', async () => {
    for (const ids of [null, [], [''], [7], 'a']) expect(await faults({ delete: true }, ids)).toEqual([422, 'ids']);
    expect(await faults({ shift_days: 0 }, [])).toEqual([422, 'change.shift_days', 'ids']);
  });
});
