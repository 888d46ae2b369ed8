import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TimeBox, timeBox } from '../../src/contracts/time-box.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let count = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
/** It is Friday 2026-11-20, 17:00 in Berlin. */
beforeEach(async () => {
  count += 1;
  ada = await member(server, `ada${count}@example.org`);
});

const promised = async (fields: object = {}, owner = ada): Promise<string> =>
  (await owner.post('/api/tasks', { title: 'Write the report', ...fields })).body.id;
const TOMORROW = { date: '2026-11-21', time: '10:00', minutes: 60 };
const plan = (task_id: string, place: object = {}, owner = ada) => owner.post('/api/time-boxes', { task_id, ...TOMORROW, ...place });
const planned = async (task_id: string, place: object = {}): Promise<TimeBox> => {
  const { status, body, text } = await plan(task_id, place);
  expect(status, text).toBe(201);
  return body;
};
const boxes = async (query = 'from=2026-11-21'): Promise<readonly TimeBox[]> => (await ada.get(`/api/time-boxes?${query}`)).body;
const ids = async (query?: string): Promise<readonly string[]> => (await boxes(query)).map(({ id }) => id);
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];
const setStatus = (task: string, body: object) => ada.patch(`/api/tasks/${task}/status`, body);

describe('a box', () => {
  it('is given back as it was planned, and carries the present title of its task', async () => {
    const task_id = await promised();
    const { status, body, headers } = await plan(task_id);
    expect([status, headers.get('location')]).toEqual([201, `/api/time-boxes/${body.id}`]);
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    expect(timeBox.parse(body)).toEqual({
      ...{ id: body.id, task_id, title: 'Write the report', ...TOMORROW },
      ...{ starts_at: '2026-11-21T09:00:00.000Z', ends_at: '2026-11-21T10:00:00.000Z' },
      ...{ overlaps: [], focused_minutes: 0, created_at: '2026-11-20T16:00:00.000Z' },
    });
    await ada.put(`/api/tasks/${task_id}`, { title: 'Write it well' });
    expect(await boxes()).toEqual([{ ...body, title: 'Write it well' }]);
  });

  it('is listed on the date on which it begins, by its beginning, and says on both sides what it overlaps', async () => {
    const task = await promised();
    const late = await planned(task, { time: '23:30', minutes: 60 });
    const [b, a] = [await planned(task, { time: '10:30' }), await planned(task)];
    const c = await planned(task, { time: '11:30', minutes: 30 });
    expect((await boxes()).map(({ id, overlaps }) => [id, overlaps])).toEqual([
      [a.id, [b.id]],
      [b.id, [a.id]],
      [c.id, []],
      [late.id, []],
    ]);
    const night = await planned(task, { date: '2026-11-22', time: '00:15', minutes: 5 });
    expect((await boxes('from=2026-11-22')).map(({ id, overlaps }) => [id, overlaps])).toEqual([[night.id, [late.id]]]);
    expect(await ids('from=2026-11-21&to=2026-11-22')).toEqual([a.id, b.id, c.id, late.id, night.id]);
  });

  it('is listed of today if no dates are given, and of at most 62 dates', async () => {
    const task = await promised();
    const today = await planned(task, { date: '2026-11-20', time: '18:00' });
    await planned(task);
    expect(await ids('')).toEqual([today.id]);
    expect((await ada.get('/api/time-boxes?from=2026-11-01&to=2027-01-01')).status).toBe(200);
    expect(codeOf(await ada.get('/api/time-boxes?from=2026-11-01&to=2027-01-02'))).toEqual([422, 'validation_failed']);
    expect((await ada.get('/api/time-boxes?to=2026-11-19')).body.errors).toHaveProperty('to');
    expect((await ada.get('/api/time-boxes?from=tomorrow')).body.errors).toHaveProperty('from');
  });

  it('names all faults of its fields at once', async () => {
    const faults = async (body: object) => Object.keys((await ada.post('/api/time-boxes', body)).body.errors).sort();
    expect(await faults({})).toEqual(['date', 'minutes', 'task_id', 'time']);
    expect(await faults({ ...TOMORROW, minutes: 4, task_id: 'none', title: 'Mine' })).toEqual(['minutes', 'task_id', 'title']);
    expect(await faults({ ...TOMORROW, minutes: 481, task_id: await promised() })).toEqual(['minutes']);
    expect(await faults({ ...TOMORROW, date: '2026-11-20', time: '08:00', minutes: 4, task_id: 'none' })).toEqual([
      'minutes',
      'task_id',
      'time',
    ]);
  });

  it('is not for a closed task, nor for that of somebody else', async () => {
    const done = await promised();
    await setStatus(done, { completed: true });
    expect(codeOf(await plan(done))).toEqual([409, 'conflict']);
    await ada.post(`/api/tasks/${done}/archive`);
    expect(codeOf(await plan(done))).toEqual([409, 'archived']);
    const eve = await member(server, `eve${count}@example.org`);
    expect((await plan(await promised(), {}, eve)).body.errors).toHaveProperty('task_id');
  });

  it('is the 50th of its date at most, when it is planned and when it is moved', async () => {
    const task = await promised();
    const answers = await Promise.all(Array.from({ length: 51 }, () => plan(task, { minutes: 5 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(50).fill(201), 409]);
    const other = await planned(task, { date: '2026-11-22' });
    expect(codeOf(await ada.put(`/api/time-boxes/${other.id}`, { date: '2026-11-21' }))).toEqual([409, 'limit_reached']);
    const [first] = await boxes();
    expect((await ada.put(`/api/time-boxes/${first?.id}`, { minutes: 10 })).status).toBe(200);
    await ada.delete(`/api/time-boxes/${first?.id}`);
    expect((await ada.put(`/api/time-boxes/${other.id}`, { date: '2026-11-21' })).status).toBe(200);
  });
});

describe('a change', () => {
  it('moves the box, keeps what is left out, and takes read-only fields as they are', async () => {
    const box = await planned(await promised());
    const { status, body } = await ada.put(`/api/time-boxes/${box.id}`, { ...box, time: '14:00' });
    expect([status, body]).toEqual([
      200,
      { ...box, time: '14:00', starts_at: '2026-11-21T13:00:00.000Z', ends_at: '2026-11-21T14:00:00.000Z' },
    ]);
    const refused = await ada.put(`/api/time-boxes/${box.id}`, {
      title: 'Other',
      task_id: 'other',
      minutes: 1,
      time: '00:00',
      date: '2026-11-20',
    });
    expect(Object.keys(refused.body.errors).sort()).toEqual(['minutes', 'task_id', 'time', 'title']);
  });

  it('is refused to who has read an older one, and to anybody else', async () => {
    const { headers, body: box } = await plan(await promised());
    const tag = { 'if-match': headers.get('etag') ?? '' };
    expect((await ada.put(`/api/time-boxes/${box.id}`, { minutes: 30 }, tag)).status).toBe(200);
    expect(codeOf(await ada.put(`/api/time-boxes/${box.id}`, { minutes: 45 }, tag))).toEqual([412, 'precondition_failed']);
    expect(codeOf(await ada.delete(`/api/time-boxes/${box.id}`, undefined, tag))).toEqual([412, 'precondition_failed']);
    const eve = await member(server, `eve${count}@example.org`);
    expect(codeOf(await eve.put(`/api/time-boxes/${box.id}`, { minutes: 45 }))).toEqual([404, 'not_found']);
    expect(codeOf(await eve.delete(`/api/time-boxes/${box.id}`))).toEqual([404, 'not_found']);
    expect((await ada.delete(`/api/time-boxes/${box.id}`)).status).toBe(204);
    expect(codeOf(await ada.delete(`/api/time-boxes/${box.id}`))).toEqual([404, 'not_found']);
    expect(await ids()).toEqual([]);
  });
});

describe('what closes the task', () => {
  it('takes its boxes away, and the undo brings them back under their ids', async () => {
    const task = await promised({ due_date: '2026-11-25' });
    const [one, two] = [await planned(task), await planned(task, { time: '12:00' })];
    const other = await planned(await promised(), { time: '15:00' });
    for (const close of [
      () => setStatus(task, { completed: true }),
      () => setStatus(task, { status: 'skipped', reason: 'ill' }),
      () => ada.delete(`/api/tasks/${task}`),
    ]) {
      await close();
      expect(await ids()).toEqual([other.id]);
      await ada.post(`/api/tasks/${task}/undo`);
      expect(await boxes()).toEqual([one, two, other]);
    }
  });

  it('takes those of its children away, too', async () => {
    const parent = await promised();
    const child = await planned(await promised({ parent_id: parent }));
    await setStatus(parent, { completed: true });
    expect(await ids()).toEqual([]);
    await ada.post(`/api/tasks/${parent}/undo`);
    expect(await ids()).toEqual([child.id]);
  });

  it('takes those of a missed task away when it is archived', async () => {
    const task = await promised({ due_date: '2026-11-20', due_time: '17:30' });
    server.stores.clock.advance('PT1H');
    const box = await planned(task);
    await ada.post(`/api/tasks/${task}/archive`);
    expect(await ids()).toEqual([]);
    await ada.post(`/api/tasks/${task}/undo`);
    expect(await ids()).toEqual([box.id]);
  });
});

it('the history and the audit of the task name what was planned, moved and removed', async () => {
  const task = await promised();
  const box = await planned(task);
  await ada.put(`/api/time-boxes/${box.id}`, { time: '11:00' });
  await ada.delete(`/api/time-boxes/${box.id}`);
  const history = (await ada.get('/api/reports/history?type=tasks')).body;
  expect(
    history.slice(0, 3).map((one: { action: string; title: string; task_id: string }) => [one.action, one.title, one.task_id]),
  ).toEqual(['time_box.removed', 'time_box.moved', 'time_box.planned'].map((action) => [action, 'Write the report', task]));
  const [removed, moved] = (await ada.get(`/api/audit?task_id=${task}`)).body;
  expect([removed.subject, removed.before.time]).toEqual([{ kind: 'time_box', id: box.id }, '11:00']);
  expect([moved.before.time, moved.after.time]).toEqual(['10:00', '11:00']);
});

it('after a change of zone, what begins within 48 hours keeps its instant, and what begins later its time', async () => {
  const task = await promised();
  const [near, far] = [await planned(task), await planned(task, { date: '2026-11-25' })];
  await ada.put('/api/settings/profile', { timezone: 'America/Los_Angeles' });
  const [first, second] = await boxes('from=2026-11-20&to=2026-11-30');
  expect(first).toEqual({ ...near, time: '01:00' });
  expect(second).toEqual({ ...far, starts_at: '2026-11-25T18:00:00.000Z', ends_at: '2026-11-25T19:00:00.000Z' });
});

it('a box that is over stays where it is', async () => {
  const box = await planned(await promised());
  server.stores.clock.set('2026-11-21T10:00:00.000Z');
  expect(codeOf(await ada.put(`/api/time-boxes/${box.id}`, { date: '2026-11-22' }))).toEqual([409, 'deadline_passed']);
  expect((await ada.put(`/api/time-boxes/${box.id}`, { time: '09:00' })).body.errors).toHaveProperty('time');
  expect(codeOf(await ada.delete(`/api/time-boxes/${box.id}`))).toEqual([409, 'deadline_passed']);
  await setStatus(box.task_id, { completed: true });
  expect(await ids()).toEqual([box.id]);
});

it.each([
  ['before the gap of a clock', '2027-03-28', '01:30', '2027-03-28T00:30:00.000Z', '2027-03-28T02:00:00.000Z', '03:30'],
  ['in the gap', '2027-03-28', '02:30', '2027-03-28T01:00:00.000Z', '2027-03-28T02:30:00.000Z', '04:00'],
  ['before the fold of a clock', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z', '2027-10-31T02:00:00.000Z', '02:45'],
  ['before a midnight', '2027-11-05', '23:30', '2027-11-05T22:30:00.000Z', '2027-11-06T00:00:00.000Z', '23:45'],
])('a box that begins %s lasts its minutes, and overlaps what begins until then', async (_, date, time, starts_at, ends_at, later) => {
  const task = await promised();
  const box = await planned(task, { date, time, minutes: 90 });
  expect(box).toMatchObject({ date, time, starts_at, ends_at });
  const other = await planned(task, { date, time: later, minutes: 5 });
  const isInside = other.starts_at < ends_at;
  expect((await boxes(`from=${date}`)).map(({ id, overlaps }) => [id, overlaps])).toEqual([
    [box.id, isInside ? [other.id] : []],
    [other.id, isInside ? [box.id] : []],
  ]);
  // Half an hour longer, it begins where it began.
  expect((await ada.put(`/api/time-boxes/${box.id}`, { minutes: 120 })).body).toMatchObject({ date, time, starts_at, minutes: 120 });
});
