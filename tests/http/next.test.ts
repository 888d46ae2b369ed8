import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextReply } from '../../src/contracts/next.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
/** The clock stands at Friday 2026-11-20, 17:00 in Berlin. */
beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
afterAll(() => server.dispose());

const made = async (title: string, fields: object = {}): Promise<string> => (await ada.post('/api/tasks', { title, ...fields })).body.id;
const next = async () => {
  const answer = await ada.get('/api/next');
  expect(answer.status, answer.text).toBe(200);
  return nextReply.strict().parse(answer.body);
};

test('what to do next is one task with its reason, and at most four others', async () => {
  expect(await next()).toEqual({ task: null, reason: null, others: [] });
  const far = await made('Far', { due_date: '2026-12-24', due_time: '10:00' });
  expect(await next()).toMatchObject({
    task: { id: far, title: 'Far' },
    reason: { code: 'far', text: 'Nothing is due before it. It is due on Thu 24 Dec at 10:00.' },
    others: [],
  });
  const undated = await made('Undated');
  expect((await next()).reason).toEqual({
    code: 'undated',
    text: 'Nothing is due today or on the seven days after it, and this task has no due date.',
  });
  const tomorrow = await made('Tomorrow', { due_date: '2026-11-21' });
  expect((await next()).reason).toEqual({ code: 'due_later', text: 'It is due tomorrow.' });
  const today = await made('Today', { due_date: '2026-11-20' });
  expect((await next()).reason).toEqual({ code: 'due_today', text: 'It is due today.' });
  const soon = await made('Soon', { due_date: '2026-11-20', due_time: '18:30' });
  const late = await made('Late', { due_date: '2027-01-04' });
  const found = await next();
  expect([found.task?.id, found.reason]).toEqual([soon, { code: 'due_soon', text: 'It is due today at 18:30.' }]);
  expect(found.others).toEqual([
    { task_id: today, code: 'due_today' },
    { task_id: tomorrow, code: 'due_later' },
    { task_id: undated, code: 'undated' },
    { task_id: far, code: 'far' },
  ]);
  await ada.patch(`/api/tasks/${soon}/status`, { completed: true });
  expect((await next()).others.at(-1)).toEqual({ task_id: late, code: 'far' });
});

test('a proof to give comes first, with the instant until which it is taken', async () => {
  const id = await made('Prove', { due_date: '2026-11-20', due_time: '17:30', verification_type: 'general' });
  await ada.patch(`/api/tasks/${id}/status`, { completed: true });
  server.stores.clock.advance('PT45M');
  expect(await next()).toMatchObject({
    task: { id, status: 'completed' },
    reason: { code: 'proof_ends', text: 'You can give its proof until 17:30 tomorrow.' },
  });
});

test('the task in focus comes first, then those whose time box covers now', async () => {
  const bob = await member(server, 'bob@example.org');
  const make = async (title: string): Promise<string> => (await bob.post('/api/tasks', { title })).body.id;
  const [first, second, focused, ahead] = [await make('First'), await make('Second'), await make('Focused'), await make('Ahead')];
  const box = (task_id: string, time: string) => bob.post('/api/time-boxes', { task_id, date: '2026-11-20', time, minutes: 30 });
  // It is 17:45.
  for (const reply of [await box(second, '17:40'), await box(first, '17:30'), await box(ahead, '18:00')]) expect(reply.status).toBe(201);
  const order = async () => {
    const { task, reason, others } = (await bob.get('/api/next')).body;
    return [[task.id, reason.code], ...others.map((one: { task_id: string; code: string }) => [one.task_id, one.code])];
  };
  const boxed = [
    [first, 'boxed'],
    [second, 'boxed'],
  ];
  expect(await order()).toEqual([...boxed, [focused, 'undated'], [ahead, 'undated']]);
  const session = (await bob.post('/api/focus', { task_id: focused })).body;
  await bob.post(`/api/focus/${session.id}/pause`);
  expect(await order()).toEqual([[focused, 'focused'], ...boxed, [ahead, 'undated']]);
  await bob.post(`/api/focus/${session.id}/stop`);
  expect(await order()).toEqual([...boxed, [focused, 'undated'], [ahead, 'undated']]);
});

test('somebody else sees nothing of it, and an unchanged answer is not sent again', async () => {
  const eve = await member(server, 'eve@example.org');
  expect((await eve.get('/api/next')).body).toEqual({ task: null, reason: null, others: [] });
  const tag = (await ada.get('/api/next')).headers.get('etag') ?? '';
  expect((await ada.get('/api/next', { 'if-none-match': tag })).status).toBe(304);
});
