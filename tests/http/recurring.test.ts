import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recurringTask } from '../../src/contracts/routine.ts';
import { task } from '../../src/contracts/task.ts';
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

describe('recurring tasks', () => {
  test('are created with all fields, read and listed, and their occurrences are tasks at once', async () => {
    const body = {
      title: '  Review  ',
      description: 'The open ones',
      rrule: 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE',
      start_date: '2026-11-20',
      due_time: '09:30',
      mode: 'due',
      verification_type: 'coding',
      proof_requirement: 'Link to the merged change',
      priority: 'high',
      tags: ['work', 'work'],
      estimate_minutes: 30,
    };
    const made = await ada.post('/api/recurring_tasks', body);
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/api/recurring_tasks/${made.body.id}`);
    expect(recurringTask.strict().parse(made.body)).toEqual({
      ...body,
      id: made.body.id,
      title: 'Review',
      rrule: 'FREQ=WEEKLY;BYDAY=MO,WE',
      tags: ['work'],
      paused: false,
      next_dates: ['2026-11-23', '2026-11-25', '2026-11-30', '2026-12-02', '2026-12-07'],
      streak: { current: 0, longest: 0 },
      created_at: '2026-11-20T16:00:00.000Z',
    });
    const read = await ada.get(`/api/recurring_tasks/${made.body.id}`);
    expect([read.body, read.headers.get('etag')]).toEqual([made.body, made.headers.get('etag')]);
    expect((await ada.get('/api/recurring_tasks')).body).toEqual([made.body]);
    const tasks = await occurrences(made.body.id);
    expect(new Set(tasks.map((one) => one.proof_requirement))).toEqual(new Set(['Link to the merged change']));
    expect(tasks.map((one) => [one.due_date, one.title])).toEqual([
      ['2026-11-23', 'Review'],
      ['2026-11-25', 'Review'],
      ['2026-11-30', 'Review'],
      ['2026-12-02', 'Review'],
    ]);
    expect(tasks.every((one) => task.safeParse(one).success)).toBe(true);
  });

  test('have defaults: they begin today, in mode due, with nothing else set', async () => {
    expect(await make()).toMatchObject({
      start_date: '2026-11-20',
      due_time: null,
      mode: 'due',
      description: null,
      verification_type: 'none',
      priority: 'none',
      tags: [],
      estimate_minutes: null,
      next_dates: ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'],
    });
  });

  test('are refused with all faults at once, by field; read-only and unknown fields are named', async () => {
    const refused = await ada.post('/api/recurring_tasks', {
      title: ' ',
      rrule: 'FREQ=HOURLY',
      due_time: '9:00',
      mode: 'never',
      id: 'x',
      colour: 'red',
    });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    expect(Object.keys(refused.body.errors).sort()).toEqual(['colour', 'due_time', 'id', 'mode', 'rrule', 'title']);
    for (const rrule of [undefined, null, '', 5, 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', 'FREQ=DAILY;DTSTART=20200101', 'x'.repeat(2_000)]) {
      const answer = await ada.post('/api/recurring_tasks', { ...DAILY, rrule });
      expect([rrule, answer.status, Object.keys(answer.body.errors)]).toEqual([rrule, 422, ['rrule']]);
    }
    expect((await ada.get('/api/recurring_tasks')).body).toEqual([]);
  });

  test('get only the visible occurrences of a rule with a million dates', async () => {
    const { id, next_dates } = await make({ ...DAILY, rrule: 'FREQ=DAILY;COUNT=1000000', start_date: '1900-01-01' });
    expect([next_dates[0], (await occurrences(id)).length]).toEqual(['2026-11-20', 15]);
  });

  test('are created once under the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `routine-${count}` };
    const [first, second] = [
      await ada.post('/api/recurring_tasks', DAILY, headers),
      await ada.post('/api/recurring_tasks', DAILY, headers),
    ];
    expect(second.body).toEqual(first.body);
    expect((await ada.get('/api/recurring_tasks')).body).toHaveLength(1);
  });

  test('keep fields that a PUT leaves out, accept unchanged read-only fields, and change their occurrences', async () => {
    const made = await make();
    const put = await ada.put(`/api/recurring_tasks/${made.id}`, { ...made, title: 'Sit down', rrule: 'FREQ=WEEKLY;BYDAY=SA' });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({
      title: 'Sit down',
      next_dates: ['2026-11-21', '2026-11-28', '2026-12-05', '2026-12-12', '2026-12-19'],
    });
    expect((await occurrences(made.id)).map((one) => [one.due_date, one.title])).toEqual([
      ['2026-11-21', 'Sit down'],
      ['2026-11-28', 'Sit down'],
    ]);
    const other = await ada.put(`/api/recurring_tasks/${made.id}`, { streak: { current: 9, longest: 9 }, rrule: 'FREQ=NEVER' });
    expect([other.status, Object.keys(other.body.errors).sort()]).toEqual([422, ['rrule', 'streak']]);
    const paused = await ada.put(`/api/recurring_tasks/${made.id}`, { paused: true });
    expect(paused.body).toMatchObject({ title: 'Sit down', paused: true, next_dates: [] });
    expect(await occurrences(made.id)).toEqual([]);
    expect((await ada.put(`/api/recurring_tasks/${made.id}`, { paused: false })).body.paused).toBe(false);
    expect(await occurrences(made.id)).toHaveLength(2);
  });

  test('are changed by PUT with `from` only on and after that day', async () => {
    const made = await make();
    const put = await ada.put(`/api/recurring_tasks/${made.id}`, { title: 'Sit down', from: '2026-11-30' });
    expect([put.status, put.body.title, 'from' in put.body]).toEqual([200, 'Sit down', false]);
    const titles = (await occurrences(made.id)).map((one) => [one.due_date, one.title] as const);
    expect(titles).toHaveLength(15);
    for (const [date, title] of titles) expect([date, title]).toEqual([date, String(date) < '2026-11-30' ? 'Stand up' : 'Sit down']);
    const refused = await ada.put(`/api/recurring_tasks/${made.id}`, { title: 'Lie down', from: '2026-02-30' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['from']]);
    const paused = await ada.put(`/api/recurring_tasks/${made.id}`, { paused: true, from: '2026-11-30' });
    expect([paused.status, Object.keys(paused.body.errors)]).toEqual([422, ['from']]);
    const history = (await ada.get('/api/reports/history?type=tasks&limit=200')).body;
    expect(history.find(({ action }: { action: string }) => action === 'routine.changed').detail).toBe(
      'Changed title from Monday 30 November 2026 on.',
    );
    const described = (await ada.get('/api/openapi.json')).text;
    expect(described).toContain('Only occurrences on and after this local date change');
  });

  test('refuse a write with an old version in If-Match; changes of occurrences do not count', async () => {
    const made = await ada.post('/api/recurring_tasks', DAILY);
    const tag = made.headers.get('etag') as string;
    const [first] = await occurrences(made.body.id);
    await ada.patch(`/api/tasks/${first?.id}/status`, { completed: true });
    const read = await ada.get(`/api/recurring_tasks/${made.body.id}`, { 'if-none-match': tag });
    expect([read.status, read.body.streak]).toEqual([200, { current: 1, longest: 1 }]);
    const put = await ada.put(`/api/recurring_tasks/${made.body.id}`, { title: 'First' }, { 'if-match': tag });
    expect(put.status).toBe(200);
    expect((await ada.put(`/api/recurring_tasks/${made.body.id}`, { title: 'Second' }, { 'if-match': tag })).status).toBe(412);
    expect((await ada.delete(`/api/recurring_tasks/${made.body.id}`, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await ada.get(`/api/recurring_tasks/${made.body.id}`, { 'if-none-match': put.headers.get('etag') as string })).status).toBe(
      304,
    );
  });

  test('are ended by DELETE and keep their past', async () => {
    const { id } = await make();
    const [first] = await occurrences(id);
    await ada.patch(`/api/tasks/${first?.id}/status`, { completed: true });
    expect((await ada.delete(`/api/recurring_tasks/${id}`)).status).toBe(204);
    expect((await occurrences(id)).map((one) => one.status)).toEqual(['completed']);
    for (const again of [
      await ada.get(`/api/recurring_tasks/${id}`),
      await ada.delete(`/api/recurring_tasks/${id}`),
      await ada.put(`/api/recurring_tasks/${id}`, {}),
    ])
      expect([again.status, again.body.code]).toEqual([404, 'not_found']);
  });

  test('answer an id of another person like an unknown id', async () => {
    const { id } = await make();
    for (const path of [`/api/recurring_tasks/${id}`, '/api/recurring_tasks/nothing', `/api/recurring_tasks/${'x'.repeat(500)}`]) {
      const answers = [await bob.get(path), await bob.put(path, { title: 'Mine' }), await bob.delete(path)];
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'not_found']));
    }
    expect((await bob.get('/api/recurring_tasks')).body).toEqual([]);
    expect((await ada.get(`/api/recurring_tasks/${id}`)).body.title).toBe('Stand up');
  });

  test('list as next dates those of open occurrences', async () => {
    const { id } = await make();
    const [today, tomorrow, third] = await occurrences(id);
    const next = async () => (await ada.get(`/api/recurring_tasks/${id}`)).body.next_dates;
    await ada.patch(`/api/tasks/${today?.id}/status`, { completed: true });
    expect(await next()).toEqual(['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25']);
    await ada.patch(`/api/tasks/${tomorrow?.id}/status`, { status: 'skipped', reason: 'Away' });
    await ada.delete(`/api/tasks/${third?.id}`);
    expect((await next()).slice(0, 2)).toEqual(['2026-11-23', '2026-11-24']);
    await ada.post(`/api/tasks/${today?.id}/undo`);
    expect((await next()).slice(0, 2)).toEqual(['2026-11-20', '2026-11-23']);
  });

  test('that count from completion get the next occurrence as soon as the last one is done, and lose it by an undo', async () => {
    const { id, next_dates } = await make({ ...DAILY, rrule: 'FREQ=DAILY;INTERVAL=3', mode: 'completion' });
    expect(next_dates).toEqual(['2026-11-20', '2026-11-23', '2026-11-26', '2026-11-29', '2026-12-02']);
    const [first] = await occurrences(id);
    await ada.patch(`/api/tasks/${first?.id}/status`, { completed: true });
    expect((await occurrences(id)).map((one) => one.due_date)).toEqual(['2026-11-20', '2026-11-23']);
    await ada.post(`/api/tasks/${first?.id}/undo`);
    expect((await occurrences(id)).map((one) => one.due_date)).toEqual(['2026-11-20']);
  });
});
