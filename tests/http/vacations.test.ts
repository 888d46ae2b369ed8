import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { streaks } from '../../src/contracts/report.ts';
import { vacation } from '../../src/contracts/routine.ts';
import { type Client, member } from '../support/client.ts';
import { DAILY, occurrencesIn } from '../support/reminders.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let bob: Client;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
/** The clock stands at Friday 2026-11-20, 17:00 in Berlin. */
beforeEach(async () => {
  count += 1;
  ada = await member(server, `ada${count}@example.org`);
  bob = await member(server, `bob${count}@example.org`);
});

const make = async (body: object = DAILY, client = ada) => (await client.post('/api/recurring_tasks', body)).body;
const occurrences = (id: string) => occurrencesIn(ada, id);

describe('vacations', () => {
  test('are created, listed and cancelled, and occurrences show why they are skipped', async () => {
    const { id } = await make();
    const taken = await ada.post('/api/vacations', { from: '2026-11-21', to: '2026-11-22' });
    expect([taken.status, taken.headers.get('location')]).toEqual([201, `/api/vacations/${taken.body.id}`]);
    expect(vacation.strict().parse(taken.body)).toEqual({
      id: taken.body.id,
      from: '2026-11-21',
      to: '2026-11-22',
      created_at: '2026-11-20T16:00:00.000Z',
    });
    expect((await ada.get('/api/vacations')).body).toEqual([taken.body]);
    const skipped = (await occurrences(id)).filter((one) => one.status === 'skipped');
    expect(skipped.map((one) => [one.due_date, one.skip_reason])).toEqual([
      ['2026-11-21', 'vacation'],
      ['2026-11-22', 'vacation'],
    ]);
    expect((await bob.delete(`/api/vacations/${taken.body.id}`)).status).toBe(404);
    expect((await ada.delete(`/api/vacations/${taken.body.id}`)).status).toBe(204);
    expect((await ada.delete(`/api/vacations/${taken.body.id}`)).status).toBe(404);
    expect((await occurrences(id)).filter((one) => one.status === 'pending')).toHaveLength(15);
    expect((await ada.get('/api/vacations')).body).toEqual([]);
  });

  test('are refused if they overlap, lie in the past or have invalid dates', async () => {
    await ada.post('/api/vacations', { from: '2026-12-24', to: '2026-12-31' });
    const overlapping = await ada.post('/api/vacations', { from: '2026-12-31', to: '2027-01-02' });
    expect([overlapping.status, overlapping.body.code]).toEqual([409, 'conflict']);
    for (const [body, field] of [
      [{ from: '2026-11-01', to: '2026-11-19' }, 'to'],
      [{ from: '2026-11-25', to: '2026-11-24' }, 'to'],
      [{ from: '2026-02-30', to: '2026-11-24' }, 'from'],
      [{ from: '2026-11-24' }, 'to'],
      [{ from: '2026-11-24', to: '2026-11-24', reason: 'sun' }, 'reason'],
    ] as const) {
      const refused = await ada.post('/api/vacations', body);
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]]);
    }
    // A vacation that has begun and is not over.
    expect((await ada.post('/api/vacations', { from: '2026-11-01', to: '2026-11-20' })).status).toBe(201);
    expect((await ada.get('/api/vacations')).body.map((one: { from: string }) => one.from)).toEqual(['2026-11-01', '2026-12-24']);
  });
});

test('the list of streaks names each routine', async () => {
  const { id } = await make();
  const [first] = await occurrences(id);
  await ada.patch(`/api/tasks/${first?.id}/status`, { completed: true });
  const { body } = await ada.get('/api/streaks');
  expect(streaks.parse(body).routines).toEqual([{ recurring_task_id: id, title: 'Stand up', current: 1, longest: 1 }]);
});

test('history and audit describe routines, occurrences and vacations in words', async () => {
  const { id } = await make();
  await ada.put(`/api/recurring_tasks/${id}`, { title: 'Sit down', due_time: '18:00' });
  await ada.post('/api/vacations', { from: '2026-11-21', to: '2026-11-21' });
  const history = (await ada.get('/api/reports/history?limit=200')).body as { action: string; title: string; detail: string }[];
  const detail = (action: string) => history.find((one) => one.action === action);
  expect(detail('routine.created')).toMatchObject({ title: 'Stand up' });
  expect(detail('routine.changed')).toMatchObject({ title: 'Sit down', detail: 'Changed due time, title.' });
  expect(detail('vacation.created')).toMatchObject({ detail: 'From Saturday 21 November 2026 to Saturday 21 November 2026.' });
  expect(detail('task.skipped')).toMatchObject({ detail: 'Because: vacation' });
  const audit = (await ada.get('/api/audit?limit=200')).body as { action: string; subject: object; before: object; after: object }[];
  expect(audit.find((one) => one.action === 'routine.changed')).toMatchObject({
    subject: { kind: 'routine', id },
    before: { title: 'Stand up', due_time: null },
    after: { title: 'Sit down', due_time: '18:00' },
  });
});
