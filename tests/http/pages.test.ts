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
  'a page of %s has 50 entries by default',
  async (path) => {
    const { status, body, headers } = await ada.get(path);
    expect([status, body.length, headers.get('link')]).toEqual([200, 50, expect.stringContaining('rel="next"')]);
  },
);

test('the list of active alerts is complete', async () => {
  expect((await ada.get('/api/alerts/active')).body).toHaveLength(51);
});

test('a page of tasks that are not archived has 1,000 entries', async () => {
  const eve = await member(server, 'eve@example.org');
  for (let made = 0; made <= 1_000; made += 77)
    await Promise.all(Array.from({ length: 77 }, (_, index) => eve.post('/api/tasks', { title: `Task ${made + index}` })));
  const { body, headers } = await eve.get('/api/tasks');
  expect([body.length, headers.get('link')]).toEqual([1_000, expect.stringContaining('rel="next"')]);
});

/** Every page of a list: how many bytes it has, and its entries. */
async function allPages(client: Client, path: string): Promise<readonly { readonly bytes: number; readonly ids: readonly string[] }[]> {
  const pages = [];
  for (let at: string | undefined = path; at !== undefined; ) {
    const { body, headers } = await client.get(at);
    pages.push({ bytes: Buffer.byteLength(JSON.stringify(body)), ids: (body as { id: string }[]).map(({ id }) => id) });
    at = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1];
  }
  return pages;
}

test('a page of long texts has at most one mebibyte, a page of tasks two, and the pages together contain every entry once', async () => {
  const zoe = await member(server, 'zoe@example.org');
  const { body: task } = await zoe.post('/api/tasks', { title: 'Write the report' });
  for (let edit = 0; edit < 70; edit += 1)
    await zoe.put(`/api/tasks/${task.id}`, { description: String.fromCharCode(97 + (edit % 26)).repeat(10_000) });
  const audit = await allPages(zoe, `/api/audit?task_id=${task.id}&limit=200`);
  expect(audit.map(({ ids }) => ids.length)).toEqual([51, 20]);
  for (const { bytes } of audit) expect(bytes).toBeLessThanOrEqual(1_048_576);
  expect(new Set(audit.flatMap(({ ids }) => ids)).size).toBe(71);

  const more = { title: 'One of many', description: 'y'.repeat(10_000) };
  for (let made = 0; made < 220; made += 20) await Promise.all(Array.from({ length: 20 }, () => zoe.post('/api/tasks', more)));
  const tasks = await allPages(zoe, '/api/tasks');
  expect(tasks).toHaveLength(2);
  for (const { bytes } of tasks) expect(bytes).toBeLessThanOrEqual(2_097_152);
  expect(new Set(tasks.flatMap(({ ids }) => ids)).size).toBe(221);
});
