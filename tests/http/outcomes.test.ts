import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
const ids: Record<string, string> = {};

/** Friday 20 November 2026, 17:00 in Berlin. Everything with a date is due at 18:00; now it is 19:01. */
beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
  const due = { due_date: '2026-11-20', due_time: '18:00' };
  const make = async (name: string, fields: object = due) => {
    ids[name] = (await ada.post('/api/tasks', { title: name, ...fields })).body.id;
  };
  for (const name of ['kept', 'skipped', 'skipped, done later', 'missed', 'done late']) await make(name);
  await make('to prove', { ...due, verification_type: 'general' });
  await make('undated', {});
  await make('step', { ...due, parent_id: ids.undated });
  for (const name of ['skipped', 'skipped, done later'])
    await ada.patch(`/api/tasks/${ids[name]}/status`, { status: 'skipped', reason: 'ill' });
  for (const name of ['kept', 'to prove', 'undated']) await ada.patch(`/api/tasks/${ids[name]}/status`, { completed: true });
  server.stores.clock.advance('PT2H01M');
  const owner = (await ada.get('/api/auth/me')).body.user.id;
  for (const id of Object.values(ids)) {
    const { position } = await advanceTask(server.app, { owner, id });
    if (position) await server.app.waitForReadModels(position);
  }
  for (const name of ['skipped, done later', 'done late']) await ada.patch(`/api/tasks/${ids[name]}/status`, { completed: true });
});
afterAll(() => server.dispose());

const OUTCOMES = {
  kept: 'kept',
  skipped: 'skipped',
  'skipped, done later': 'skipped',
  missed: 'missed',
  'done late': 'missed',
  'to prove': 'open',
  undated: 'none',
  step: 'kept',
};
const outcomes = (tasks: readonly { title: string; outcome: string }[]) =>
  Object.fromEntries(tasks.map(({ title, outcome }) => [title, outcome]));

test('every task in an answer has its outcome: alone, in lists, among children and in reports', async () => {
  expect(outcomes((await ada.get('/api/tasks')).body)).toEqual(OUTCOMES);
  for (const [name, outcome] of Object.entries(OUTCOMES)) expect((await ada.get(`/api/tasks/${ids[name]}`)).body.outcome).toBe(outcome);
  expect(outcomes((await ada.get('/api/tasks/missed')).body)).toEqual({ missed: 'missed' });
  expect(outcomes((await ada.get(`/api/tasks/${ids.undated}/children`)).body)).toEqual({ step: 'kept' });
  const { undated: _, ...due } = OUTCOMES;
  for (const path of ['/api/reports/daily', '/api/reports/weekly']) {
    const { tasks, counts } = (await ada.get(path)).body;
    expect(outcomes(tasks)).toEqual(due);
    expect(counts).toMatchObject({ planned: 7, kept: 2, missed: 2, skipped: 2, open: 1, late: 1 });
  }
});

test('the answer to a change has the outcome, which cannot be written', async () => {
  const { id, outcome } = (await ada.post('/api/tasks', { title: 'New', due_date: '2026-11-21' })).body;
  expect(outcome).toBe('open');
  expect((await ada.patch(`/api/tasks/${id}/status`, { completed: true })).body.outcome).toBe('kept');
  expect((await ada.post(`/api/tasks/${id}/undo`)).body.outcome).toBe('open');
  expect((await ada.put(`/api/tasks/${id}`, { outcome: 'open', priority: 'high' })).status).toBe(200);
  expect((await ada.put(`/api/tasks/${id}`, { outcome: 'kept' })).body.errors).toHaveProperty('outcome');
  expect((await ada.put(`/api/tasks/${id}`, { due_date: null })).body.outcome).toBe('none');
});

test('a task that was skipped and done later stays skipped, and is not missed', async () => {
  const entries = (await ada.get('/api/reports/history')).body as { task_id: string; detail: string | null }[];
  const details = (name: string) => entries.filter(({ task_id }) => task_id === ids[name]).map(({ detail }) => detail);
  expect(details('skipped, done later')).toContain('Done after its deadline. It stays skipped.');
  expect(details('skipped, done later')).not.toContain('Done late. The miss stays.');
  expect(details('done late')).toContain('Done late. The miss stays.');
});

test('a cached copy of a task without an outcome does not count as the present version', async () => {
  const path = `/api/tasks/${ids.kept}`;
  const tag = (await ada.get(path)).headers.get('etag') as string;
  const [revision] = /\d+/.exec(tag) ?? [];
  expect((await ada.get(path, { 'if-none-match': tag })).status).toBe(304);
  const again = await ada.get(path, { 'if-none-match': `"${revision}"` });
  expect([again.status, again.body?.outcome]).toEqual([200, 'kept']);
  // A client with the older shape still has the newest version, so its write is accepted.
  expect((await ada.post(`${path}/archive`, undefined, { 'if-match': `"${revision}"` })).status).toBe(200);
  expect((await ada.post(`${path}/unarchive`, undefined, { 'if-match': tag })).status).toBe(412);
});
