import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FocusSession } from '../../src/contracts/focus.ts';
import { Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The clock of the tests begins at 17:00 in Berlin on 20 November 2026. */
let server: TestServer;
let people = 0;
/** Two devices of one person, on which somebody presses in the same millisecond. */
let phone: Client;
let desk: Client;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.dispose();
});
beforeEach(async () => {
  people += 1;
  phone = await member(server, `two${people}@example.org`);
  desk = new Client(server.url);
  desk.cookie = phone.cookie;
});

const promised = async (fields: object = {}): Promise<string> => (await phone.post('/api/tasks', { title: 'Write', ...fields })).body.id;
const task = async (id: string) => (await phone.get(`/api/tasks/${id}`)).body;
const started = async (body?: object): Promise<FocusSession> => (await phone.post('/api/focus', body)).body;
const sessions = async (): Promise<readonly FocusSession[]> => (await phone.get('/api/focus/sessions')).body;
const pass = (by: string): void => server.stores.clock.advance(by);
/** The statuses of what both devices ask, lowest first. */
const both = async (...asks: readonly (() => Promise<{ readonly status: number }>)[]): Promise<readonly number[]> =>
  (await Promise.all(asks.map((ask) => ask()))).map(({ status }) => status).sort();

describe('of two devices in the same millisecond', () => {
  it('one starts its session, and the task of the other one stays as it was', async () => {
    const [one, two] = [await promised(), await promised()];
    const statuses = await both(
      () => phone.post('/api/focus', { task_id: one }),
      () => desk.post('/api/focus', { task_id: two }),
    );
    expect(statuses).toEqual([201, 409]);
    const [session, ...others] = await sessions();
    expect(others).toEqual([]);
    const loser = session?.task_id === one ? two : one;
    expect([(await task(session?.task_id ?? '')).status, (await task(loser)).status]).toEqual(['in_progress', 'pending']);
    expect((await phone.get(`/api/audit?task_id=${loser}`)).body.map(({ action }: { action: string }) => action)).toEqual(['task.created']);
  });

  it('one starts five minutes more on the same task, and they count once', async () => {
    const task_id = await promised();
    await started({ task_id, minutes: 1 });
    pass('PT1M');
    const more = () => ({ task_id, minutes: 5 });
    expect(
      await both(
        () => phone.post('/api/focus', more()),
        () => desk.post('/api/focus', more()),
      ),
    ).toEqual([201, 409]);
    pass('PT5M');
    expect((await sessions()).map(({ end, focused_seconds }) => [end, focused_seconds])).toEqual([
      ['finished', 300],
      ['finished', 60],
    ]);
    expect((await phone.get('/api/focus')).body.today).toMatchObject({ minutes: 6, sessions: 2 });
  });

  it('both pause a session once, both resume it once, and one stops it', async () => {
    const { id } = await started({ task_id: await promised() });
    const press = (what: string) =>
      both(
        () => phone.post(`/api/focus/${id}/${what}`),
        () => desk.post(`/api/focus/${id}/${what}`),
      );
    pass('PT1M');
    expect(await press('pause')).toEqual([200, 200]);
    pass('PT1M');
    expect(await press('resume')).toEqual([200, 200]);
    pass('PT1M');
    expect(await press('stop')).toEqual([200, 409]);
    expect(await sessions()).toMatchObject([{ end: 'stopped', focused_seconds: 120, pauses: [{ from: expect.any(String) }] }]);
  });

  it('one completes the task while the other stops its session: the session ends once, and its time counts once', async () => {
    const task_id = await promised();
    const { id } = await started({ task_id });
    pass('PT2M');
    const [stopped, done] = await Promise.all([
      desk.post(`/api/focus/${id}/stop`),
      phone.post(`/api/focus/${id}/stop`, { complete: true }),
    ]);
    const statuses = [stopped.status, done.status];
    expect([
      [200, 200],
      [200, 409],
      [409, 200],
    ]).toContainEqual(statuses);
    expect(await sessions()).toMatchObject([{ state: 'ended', focused_seconds: 120 }]);
    // A refused stop completes nothing.
    expect(await task(task_id)).toMatchObject({ focused_minutes: 2, status: done.status === 200 ? 'completed' : 'in_progress' });
  });

  it.each([
    ['completes', (id: string) => desk.patch(`/api/tasks/${id}/status`, { completed: true }), { status: 'completed' }],
    ['skips', (id: string) => desk.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' }), { status: 'skipped' }],
    ['deletes', (id: string) => desk.delete(`/api/tasks/${id}`), { code: 'not_found' }],
  ])('one starts a session on a task that the other one %s: no session is left on it', async (_, close, closed) => {
    const id = await promised();
    await Promise.all([phone.post('/api/focus', { task_id: id }), close(id)]);
    expect(await task(id)).toMatchObject(closed);
    expect((await phone.get('/api/focus')).body.current).toBeNull();
  });

  it('one moves a time box that both have read, and one removes it', async () => {
    const task_id = await promised();
    const { body: box } = await phone.post('/api/time-boxes', { task_id, date: '2026-11-21', time: '10:00', minutes: 30 });
    const path = `/api/time-boxes/${box.id}`;
    const tag = { 'if-match': (await phone.put(path, { minutes: 45 })).headers.get('etag') ?? '' };
    expect(
      await both(
        () => phone.put(path, { time: '11:00' }, tag),
        () => desk.put(path, { time: '12:00' }, tag),
      ),
    ).toEqual([200, 412]);
    expect(
      await both(
        () => phone.delete(path),
        () => desk.delete(path),
      ),
    ).toEqual([204, 404]);
    expect((await phone.get('/api/time-boxes?from=2026-11-21')).body).toEqual([]);
  });

  it('both promise a skipped task again: there is one new task', async () => {
    const id = await promised({ due_date: '2026-11-24' });
    await phone.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' });
    const again = { due_date: '2026-11-25' };
    await both(
      () => phone.post(`/api/tasks/${id}/again`, again),
      () => desk.post('/api/tasks/bulk', { ids: [id], change: { again } }),
    );
    const made = (await phone.get('/api/tasks?status=pending')).body.filter(({ again_of }: { again_of: string }) => again_of === id);
    expect(made).toHaveLength(1);
  });

  it('both take back the same change: it is taken back once', async () => {
    const id = await promised();
    await phone.put(`/api/tasks/${id}`, { title: 'Write well' });
    await phone.put(`/api/tasks/${id}`, { priority: 'high' });
    const undo = (client: Client) => () => client.post(`/api/tasks/${id}/undo`);
    expect(await both(undo(phone), undo(desk))).toEqual([200, 200]);
    expect(await task(id)).toMatchObject({ title: 'Write well', priority: 'none' });
  });
});

it('who takes back their change after another device changed the task is told so, and nothing is taken back', async () => {
  const id = await promised();
  const tag = { 'if-match': (await phone.put(`/api/tasks/${id}`, { priority: 'high' })).headers.get('etag') ?? '' };
  await desk.put(`/api/tasks/${id}`, { title: 'Write well' });
  const refused = await phone.post(`/api/tasks/${id}/undo`, undefined, tag);
  expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
  expect(await task(id)).toMatchObject({ title: 'Write well', priority: 'high' });
});
