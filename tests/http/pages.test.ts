import { afterAll, beforeAll, expect, test } from 'vitest';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;

/** As many tasks as a page has entries and one more, each of which was missed, and so raised an alert. */
beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
  const owner = (await ada.get('/api/auth/me')).body.user.id;
  const ids: string[] = [];
  for (let index = 0; index < 51; index += 1)
    ids.push((await ada.post('/api/tasks', { title: `Task ${index}`, due_date: '2026-11-20', due_time: '18:00' })).body.id);
  server.stores.clock.advance('PT24H');
  for (const id of ids) await server.app.waitForReadModels((await advanceTask(server.app, { owner, id })).position ?? '0');
});
afterAll(() => server.dispose());

test.each(['/api/alerts', '/api/tasks/missed', '/api/reports/history', '/api/audit'])(
  'a page of %s has 50 entries where nothing else is said',
  async (path) => {
    const { status, body, headers } = await ada.get(path);
    expect([status, body.length, headers.get('link')]).toEqual([200, 50, expect.stringContaining('rel="next"')]);
  },
);

test('of active alerts all are given', async () => {
  expect((await ada.get('/api/alerts/active')).body).toHaveLength(51);
});

test('of tasks that are not archived the first 1,000 are given', async () => {
  const eve = await member(server, 'eve@example.org');
  for (let made = 0; made <= 1_000; made += 77)
    await Promise.all(Array.from({ length: 77 }, (_, index) => eve.post('/api/tasks', { title: `Task ${made + index}` })));
  const { body, headers } = await eve.get('/api/tasks');
  expect([body.length, headers.get('link')]).toEqual([1_000, expect.stringContaining('rel="next"')]);
});
