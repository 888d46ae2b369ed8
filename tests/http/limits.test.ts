import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_FIELDS } from '../../src/domain/task/event-data.ts';
import { type Answered, type Client, member } from '../support/client.ts';
import { DAILY } from '../support/reminders.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

interface Person {
  readonly client: Client;
  readonly owner: string;
}
let people = 0;
async function person(): Promise<Person> {
  people += 1;
  const client = await member(server, `many${people}@example.org`);
  return { client, owner: (await client.get('/api/auth/user')).body.user.id };
}

/** Adds entries to a read model, because limits are counted in read models. */
async function hold(collection: 'tasks' | 'routines', owner: string, count: number): Promise<void> {
  const keys = { missed_key: null, archived_key: null, child_key: null, next_key: null };
  const writes = Array.from({ length: count }, (_, index) => ({
    id: `${owner}-${index}`,
    position: '0',
    doc: { ...NO_FIELDS, ...keys, owner, live_key: `9999 ${index}` },
  }));
  await server.stores.documents.apply({ writes: [{ collection: server.app.views.current(collection), writes }], checkpoints: [] });
}

const statuses = (answers: readonly Answered[]): Record<number, number> => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};
const task = (client: Client, index = 0) => client.post('/api/tasks', { title: `Task ${index}` });
const refused = { status: 409, body: { code: 'limit_reached' } };

describe('20,000 tasks that are not archived', () => {
  it('are not exceeded by requests at the same time, and deleting or archiving makes room', async () => {
    const { client, owner } = await person();
    await hold('tasks', owner, 19_989);
    const first = (await task(client)).body;
    const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => task(client, index)));
    expect(statuses(answers)).toEqual({ 201: 10, 409: 20 });
    expect(await task(client)).toMatchObject({
      status: 409,
      body: {
        code: 'limit_reached',
        message:
          'An account holds 20,000 tasks that are not archived, and there is no room for more. Archive or delete some, then try again.',
      },
    });
    // A fault of the body comes first; another account has its own number.
    expect((await client.post('/api/tasks', { title: '' })).status).toBe(422);
    expect((await task((await person()).client)).status).toBe(201);

    expect((await client.delete(`/api/tasks/${first.id}`)).status).toBe(204);
    expect((await task(client)).status).toBe(201);
    expect(await client.post(`/api/tasks/${first.id}/undo`)).toMatchObject(refused);

    const other = answers.find(({ status }) => status === 201)?.body;
    expect((await client.post(`/api/tasks/${other.id}/archive`)).status).toBe(200);
    expect((await task(client)).status).toBe(201);
    expect(await client.post(`/api/tasks/${other.id}/unarchive`)).toMatchObject(refused);
    expect(await client.post(`/api/tasks/${other.id}/undo`)).toMatchObject(refused);

    const skipped = answers.findLast(({ status }) => status === 201)?.body;
    await client.patch(`/api/tasks/${skipped.id}/status`, { status: 'skipped', reason: 'ill' });
    expect(await client.post(`/api/tasks/${skipped.id}/again`, { due_date: '2026-11-30' })).toMatchObject(refused);
  });

  it('are not exceeded by a change of several tasks, nor by taking it back', async () => {
    const { client, owner } = await person();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) ids.push((await task(client, index)).body.id);
    const bulk = async (change: object) => (await client.post('/api/tasks/bulk', { ids, change })).body;
    const archived = await bulk({ archive: true });
    expect(archived.done).toHaveLength(5);
    await hold('tasks', owner, 19_998);
    const refusals = Array(3).fill('limit_reached');
    const brought = await bulk({ archive: false });
    expect([brought.done.length, brought.refused.map(({ code }: { code: string }) => code)]).toEqual([2, refusals]);
    await client.post(`/api/tasks/bulk/${brought.batch_id}/undo`);
    const deleted = await bulk({ delete: true });
    const undone = (await client.post(`/api/tasks/bulk/${deleted.batch_id}/undo`)).body;
    // Tasks in the archive take no room.
    expect([undone.done.length, undone.refused]).toEqual([5, []]);
  });

  it('do not stop the occurrences of a routine, but no new routine starts without room for its occurrences', async () => {
    const { client, owner } = await person();
    const routine = (await client.post('/api/recurring_tasks', DAILY)).body;
    await hold('tasks', owner, 19_980);
    expect(await client.post('/api/recurring_tasks', DAILY)).toMatchObject(refused);
    expect((await client.post('/api/recurring_tasks', { ...DAILY, rrule: 'FREQ=WEEKLY' })).status).toBe(201);
    expect(await client.post('/api/recurring_tasks', DAILY)).toMatchObject(refused);

    const occurrences = () =>
      server.app.views.documents.count(server.app.views.current('tasks'), { index: 'routine', equals: [routine.id] });
    const before = await occurrences();
    await hold('tasks', owner, 20_000);
    server.stores.clock.set('2026-11-21T16:00:00.000Z');
    expect((await client.put(`/api/recurring_tasks/${routine.id}`, { priority: 'high' })).status).toBe(200);
    expect(await occurrences()).toBe(before + 1);
    expect(await task(client)).toMatchObject(refused);
  });
});

describe('500 routines', () => {
  it('are not exceeded by requests at the same time, and a routine that ends makes room', async () => {
    const { client, owner } = await person();
    const yearly = { title: 'Fill in the tax return', rrule: 'FREQ=YEARLY;BYMONTH=7;BYMONTHDAY=31' };
    const first = (await client.post('/api/recurring_tasks', yearly)).body;
    await hold('routines', owner, 497);
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post('/api/recurring_tasks', yearly)));
    expect(statuses(answers)).toEqual({ 201: 2, 409: 2 });
    expect((await client.post('/api/recurring_tasks', yearly)).body).toMatchObject({
      code: 'limit_reached',
      message: 'You have 500 routines, which is as many as an account holds. End one of them, then try again.',
    });
    expect((await client.delete(`/api/recurring_tasks/${first.id}`)).status).toBe(204);
    expect((await client.post('/api/recurring_tasks', yearly)).status).toBe(201);
  });
});

describe('50 vacations', () => {
  it('are the limit of vacations ahead', async () => {
    const { client } = await person();
    const day = (index: number) => `2027-0${1 + Math.floor(index / 25)}-${String((index % 25) + 1).padStart(2, '0')}`;
    for (let index = 0; index < 50; index += 1)
      expect((await client.post('/api/vacations', { from: day(index), to: day(index) })).status).toBe(201);
    const more = { from: '2027-06-01', to: '2027-06-05' };
    expect(await client.post('/api/vacations', more)).toMatchObject({
      status: 409,
      body: {
        code: 'limit_reached',
        message: 'You have 50 vacations ahead, which is as many as an account holds. Cancel one of them, then try again.',
      },
    });
    const [one] = (await client.get('/api/vacations')).body;
    expect((await client.delete(`/api/vacations/${one.id}`)).status).toBe(204);
    expect((await client.post('/api/vacations', more)).status).toBe(201);
  });
});

describe('a rule that takes too much work', () => {
  it('is refused on rrule with an explanation, after a few steps only', async () => {
    const { client } = await person();
    const far = { title: 'Far', start_date: '1900-01-01' };
    const refusal = await client.post('/api/recurring_tasks', { ...far, rrule: 'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=1;COUNT=999999999' });
    expect(refusal.status).toBe(422);
    expect(refusal.body.errors).toEqual({
      rrule: ['This rule takes too much counting from its first day. Choose a later first day or a smaller COUNT, or leave BYSETPOS out.'],
    });
    const weeks = Array.from({ length: 53 }, (_, index) => index - 53).join();
    const rule = { ...far, rrule: `FREQ=YEARLY;COUNT=9999999;BYWEEKNO=${weeks};BYDAY=MO` };
    const made = await client.post('/api/recurring_tasks', rule);
    expect(made).toMatchObject({
      status: 201,
      body: { next_dates: ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21'] },
    });
  });
});
