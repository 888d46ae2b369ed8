import { rmSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { Client } from '../support/client.ts';
import { type Served, startServed } from '../support/ways.ts';

const START = '2026-11-20T08:00:00.000Z';
let served: Served;
afterEach(async () => {
  await served.stop();
  rmSync(served.folder, { recursive: true, force: true });
});

/** The same person at the program after a start. */
function at({ url }: Served, { cookie }: Client): Client {
  const client = new Client(url);
  client.cookie = cookie;
  return client;
}

const session = async (client: Client) => (await client.get('/api/focus/sessions')).body[0];
const taskOf = async (client: Client, id: string) => (await client.get(`/api/tasks/${id}`)).body;

test('a session ends at its instant while nobody asks, and its time is in the task then', async () => {
  served = await startServed({ at: START });
  const ada = await served.member('ada@example.org');
  const { id: task_id } = (await ada.post('/api/tasks', { title: 'Write' })).body;
  const started = (await ada.post('/api/focus', { task_id })).body;
  await served.advance('PT3H');
  const [entry] = (await ada.get(`/api/audit?task_id=${task_id}`)).body;
  expect(entry).toMatchObject({ action: 'focus.ended', at: started.ends_at, actor: { kind: 'system' }, after: { end: 'finished' } });
  expect(await session(ada)).toMatchObject({ id: started.id, ended_at: started.ends_at, focused_seconds: 1_500 });
  expect((await taskOf(ada, task_id)).focused_minutes).toBe(25);
  expect(served.errors).toEqual([]);
});

test('a session survives a restart, and ends at its instant also if nothing runs then', async () => {
  served = await startServed({ at: START });
  const member = await served.member('ada@example.org');
  const { id: task_id } = (await member.post('/api/tasks', { title: 'Write' })).body;
  const started = (await member.post('/api/focus', { task_id, minutes: 60 })).body;
  await served.advance('PT10M');
  const { folder } = served;
  await served.stop();
  served = await startServed({ folder });
  const here = at(served, member);
  expect((await here.get('/api/focus')).body.current).toMatchObject({ id: started.id, state: 'running', ends_at: started.ends_at });
  await served.stop();
  served = await startServed({ folder, at: '2026-11-21T08:00:00.000Z' });
  const ada = at(served, member);
  expect(await session(ada)).toMatchObject({ end: 'finished', ended_at: started.ends_at, focused_seconds: 3_600 });
  // Whoever presses now is a day late.
  for (const [press, body] of [
    ['pause', undefined],
    ['stop', {}],
    ['stop', { complete: true }],
  ] as const)
    expect(await ada.post(`/api/focus/${started.id}/${press}`, body)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(await taskOf(ada, task_id)).toMatchObject({ status: 'in_progress' });
  await served.advance('PT1S');
  expect((await taskOf(ada, task_id)).focused_minutes).toBe(60);
  expect(served.errors).toEqual([]);
});

test('a session that was paused over a downtime counts as ended when the pause began', async () => {
  served = await startServed({ at: START });
  const member = await served.member('ada@example.org');
  const { id } = (await member.post('/api/focus')).body;
  await served.advance('PT5M');
  const paused = (await member.post(`/api/focus/${id}/pause`)).body;
  const { folder } = served;
  await served.stop();
  served = await startServed({ folder, at: '2026-11-20T12:00:00.000Z' });
  await served.advance('PT1S');
  const ada = at(served, member);
  expect(await session(ada)).toMatchObject({ end: 'abandoned', ended_at: paused.pauses[0].from, focused_seconds: paused.focused_seconds });
  expect(served.errors).toEqual([]);
});

test('the archiving of a task by itself takes away the boxes that lie ahead', async () => {
  served = await startServed({ at: START });
  const ada = await served.member('ada@example.org');
  const { id: task_id } = (await ada.post('/api/tasks', { title: 'Write', due_date: '2026-11-20', due_time: '10:00' })).body;
  await served.advance('PT2H');
  const box = { task_id, date: '2027-01-10', time: '10:00', minutes: 30 };
  expect((await ada.post('/api/time-boxes', box)).status).toBe(201);
  await served.advance('P16D');
  // The session of a browser that is not used for 30 days ends.
  await ada.get('/api/focus');
  await served.advance('P16D');
  expect((await ada.get('/api/time-boxes?from=2027-01-10')).body).toEqual([]);
  const [entry] = (await ada.get(`/api/audit?task_id=${task_id}`)).body;
  expect(entry).toMatchObject({ action: 'time_box.removed', actor: { kind: 'system' } });
  expect(served.errors).toEqual([]);
});

test('the account takes its boxes and sessions with it when it is deleted', async () => {
  served = await startServed({ at: START });
  const ada = await served.member('ada@example.org');
  const { id: task_id } = (await ada.post('/api/tasks', { title: 'Write' })).body;
  await ada.post('/api/time-boxes', { task_id, date: '2026-11-21', time: '10:00', minutes: 30 });
  await ada.post('/api/focus', { task_id });
  const owner: string = (await ada.get('/api/auth/me')).body.user.id;
  expect((await ada.delete('/api/settings/account')).status).toBe(200);
  await served.advance('PT4H');
  const { app } = served;
  for (const [name, index] of [
    ['time-boxes', 'owner'],
    ['focus-sessions', 'owner'],
    ['focus-days', 'month'],
  ] as const)
    expect([name, await app.documents.count(app.views.current(name), { index, equals: [owner] })]).toEqual([name, 0]);
  expect(served.errors).toEqual([]);
});
