import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
afterAll(() => server.dispose());

const tagged = async (tags: readonly string[], client = ada) => (await client.post('/api/tasks', { title: 'Tagged', tags })).body;

it('writes a tag in the spelling in which its owner used it first, on tasks and routines', async () => {
  expect((await tagged(['Work', 'Łódź'])).tags).toEqual(['Work', 'Łódź']);
  const second = await tagged(['work', 'ŁÓDŹ', 'new']);
  expect(second.tags).toEqual(['Work', 'Łódź', 'new']);
  expect((await ada.put(`/api/tasks/${second.id}`, { tags: ['WORK', 'NEW'] })).body.tags).toEqual(['Work', 'new']);
  const routine = await ada.post('/api/recurring_tasks', { title: 'Run', rrule: 'FREQ=DAILY', tags: ['wORK', 'Sport'] });
  expect(routine.body.tags).toEqual(['Work', 'Sport']);
  expect((await ada.put(`/api/recurring_tasks/${routine.body.id}`, { tags: ['SPORT', 'work'] })).body.tags).toEqual(['Sport', 'Work']);
  expect((await tagged(['sport'])).tags).toEqual(['Sport']);
});

it('changes nothing when a tag is sent in another spelling', async () => {
  const { id } = await tagged(['Quiet']);
  const before = await ada.get(`/api/tasks/${id}`);
  const after = await ada.put(`/api/tasks/${id}`, { tags: ['quiet'] });
  expect(after.body).toEqual(before.body);
  expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
});

it('finds a tag in every spelling, and in every form of Unicode', async () => {
  const { id } = await tagged(['Cafe\u0301']);
  for (const tag of ['caf\u00e9', 'CAFE\u0301', ' Caf\u00c9 ']) {
    const found = await ada.get(`/api/tasks?tag=${encodeURIComponent(tag)}`);
    expect(found.body.map((one: { id: string }) => one.id)).toEqual([id]);
  }
});

it('keeps one spelling of a tag that several requests bring at once', async () => {
  const answers = await Promise.all(['Race', 'race', 'RACE', 'rAcE'].map((tag) => tagged([tag])));
  expect(new Set(answers.map(({ tags }) => tags[0])).size).toBe(1);
});

it("knows nothing of another owner's spelling", async () => {
  const eve = await member(server, 'eve@vouch.example');
  expect((await tagged(['work'], eve)).tags).toEqual(['work']);
});

it('refuses a title or a name in which nothing can be seen, as if it were missing', async () => {
  const title = await ada.post('/api/tasks', { title: '\u200b' });
  expect([title.status, title.body.errors]).toEqual([422, { title: ['Title is required.'] }]);
  const { id } = await tagged([]);
  expect((await ada.put(`/api/tasks/${id}`, { title: '\u3164' })).body.errors).toEqual({ title: ['Title is required.'] });
  expect((await ada.post('/api/tokens', { name: '\u2800' })).body.errors).toMatchObject({ name: ['Name is required.'] });
  expect((await ada.put('/api/settings/profile', { full_name: '\u00ad' })).status).toBe(422);
  expect((await ada.put('/api/settings/profile', { full_name: '' })).status).toBe(200);
});
