import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { type PushServer, startPushServer } from '../servers/push.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** An id that nothing has, of the shape that all ids have. */
const NOBODYS = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b99';
const DUE = { due_date: '2026-11-20', due_time: '18:00' };

let server: TestServer;
let push: PushServer;
let ada: Client;
let eve: Client;
/** What Ada has: an open task, a missed one with its alert, a box, a session under way, a filter, a batch and a subscription. */
let adas: Record<'task' | 'missed' | 'alert' | 'box' | 'session' | 'filter' | 'batch' | 'device', string>;
let etag = '';
let before: unknown;
/** A task of Eve's own. */
let own = '';

beforeAll(async () => {
  [server, push] = await Promise.all([startTestServer(), startPushServer()]);
  [ada, eve] = [await member(server, 'ada@example.org'), await member(server, 'eve@example.org')];
  const made = async (path: string, body: object) => (await ada.post(path, body)).body;
  const [task, missed] = [await made('/api/tasks', { title: 'Write' }), await made('/api/tasks', { title: 'Call', ...DUE })];
  server.stores.clock.advance('PT1H30M');
  const owner = (await ada.get('/api/auth/me')).body.user.id;
  const { position } = await advanceTask(server.app, { owner, id: missed.id });
  await server.app.waitForReadModels(position as string);
  adas = {
    ...{ task: task.id, missed: missed.id, alert: (await ada.get('/api/alerts')).body[0].id },
    box: (await made('/api/time-boxes', { task_id: task.id, date: '2026-11-21', time: '10:00', minutes: 30 })).id,
    session: (await made('/api/focus', { task_id: task.id })).id,
    filter: (await made('/api/filters', { name: 'Mine', query: 'is:open' })).id,
    batch: (await made('/api/tasks/bulk', { ids: [task.id], change: { priority: 'high' } })).batch_id,
    device: (await made('/api/push/subscriptions', { ...push.subscription(), name: 'Work' })).id,
  };
  etag = (await ada.get(`/api/tasks/${task.id}`)).headers.get('etag') ?? '';
  own = (await eve.post('/api/tasks', { title: 'Listen' })).body.id;
  before = await everythingOf(ada);
});
afterAll(async () => {
  await server.dispose();
  await push.close();
});

const PATHS = ['tasks', 'alerts', 'time-boxes?from=2026-11-21', 'focus', 'focus/sessions', 'filters', 'push/subscriptions', 'audit'];
const everythingOf = (client: Client) => Promise.all(PATHS.map(async (path) => (await client.get(`/api/${path}`)).body));

type Ask = (id: string) => Promise<{ readonly status: number; readonly text: string }>;
/** The answer without the id that was asked for, which a program may repeat. */
const answerTo = async (ask: Ask, id: string) => {
  const { status, text } = await ask(id);
  return { status, text: text.replaceAll(id, '<id>').replaceAll(/"batch_id":"[^"]+"/g, '"batch_id"') };
};

const CHANGES: readonly object[] = [
  { status: 'completed' },
  { status: 'skipped', reason: 'ill' },
  { due_date: '2026-11-25' },
  { shift_days: 1 },
  { priority: 'low' },
  { add_tags: ['mine'] },
  { remove_tags: ['mine'] },
  { archive: true },
  { archive: false },
  { delete: true },
  { again: { due_date: '2026-11-25' } },
];
const PLACE = { date: '2026-11-21', time: '10:00', minutes: 30 };

const CALLS: readonly (readonly [what: string, of: keyof typeof adas, ask: Ask])[] = [
  ['a time box for their task', 'task', (id) => eve.post('/api/time-boxes', { task_id: id, ...PLACE })],
  ['moving their time box', 'box', (id) => eve.put(`/api/time-boxes/${id}`, { time: '11:00' })],
  ['removing their time box', 'box', (id) => eve.delete(`/api/time-boxes/${id}`)],
  ['a session on their task', 'task', (id) => eve.post('/api/focus', { task_id: id })],
  ['a session in their time box', 'box', (id) => eve.post('/api/focus', { box_id: id })],
  ['a session on a task of one’s own in their time box', 'box', (id) => eve.post('/api/focus', { task_id: own, box_id: id })],
  ['pausing their session', 'session', (id) => eve.post(`/api/focus/${id}/pause`)],
  ['resuming their session', 'session', (id) => eve.post(`/api/focus/${id}/resume`)],
  ['stopping their session', 'session', (id) => eve.post(`/api/focus/${id}/stop`)],
  ['completing the task of their session', 'session', (id) => eve.post(`/api/focus/${id}/stop`, { complete: true })],
  ['the sessions of their task', 'task', (id) => eve.get(`/api/focus/sessions?task_id=${id}`)],
  ['the history of their task', 'task', (id) => eve.get(`/api/audit?task_id=${id}`)],
  ['changing their filter', 'filter', (id) => eve.put(`/api/filters/${id}`, { name: 'Hers', query: 'is:open', position: 0 })],
  ['deleting their filter', 'filter', (id) => eve.delete(`/api/filters/${id}`)],
  ['moving their task in the own order', 'task', (id) => eve.patch(`/api/tasks/${id}/place`, { before: own })],
  ['moving a task before theirs', 'task', (id) => eve.patch(`/api/tasks/${own}/place`, { before: id })],
  ['promising their missed task again', 'missed', (id) => eve.post(`/api/tasks/${id}/again`, { due_date: '2026-11-25' })],
  ['promising their open task again', 'task', (id) => eve.post(`/api/tasks/${id}/again`, { due_date: '2026-11-25' })],
  ['taking back their last change', 'task', (id) => eve.post(`/api/tasks/${id}/undo`)],
  ['taking back their batch', 'batch', (id) => eve.post(`/api/tasks/bulk/${id}/undo`)],
  ['acknowledging their alert', 'alert', (id) => eve.post('/api/alerts/acknowledge', { ids: [id] })],
  ['removing their browser', 'device', (id) => eve.delete(`/api/push/subscriptions/${id}`)],
  ['a test in their browser', 'device', (id) => eve.post(`/api/push/subscriptions/${id}/test`)],
  ['a version of their task', 'task', (id) => eve.patch(`/api/tasks/${id}/place`, { before: null }, { 'if-match': etag })],
  ...(['task', 'missed'] as const).flatMap((of) =>
    CHANGES.map((change) => {
      const ask: Ask = (id) => eve.post('/api/tasks/bulk', { ids: [id], change });
      return [`changing their ${of === 'task' ? 'open' : 'missed'} task by ${JSON.stringify(change)}`, of, ask] as const;
    }),
  ),
];

describe('who asks for something of somebody else is answered as if it did not exist:', () => {
  test.each(CALLS)('%s', async (_, of, ask) => {
    const theirs = await answerTo(ask, adas[of]);
    expect(theirs).toEqual(await answerTo(ask, NOBODYS));
    expect([200, 404, 422]).toContain(theirs.status);
  });

  test('nothing of the other person has changed', async () => {
    expect(await everythingOf(ada)).toEqual(before);
    expect((await eve.get('/api/time-boxes?from=2026-11-21')).body).toEqual([]);
    expect((await eve.get('/api/focus')).body.current).toBeNull();
    expect((await eve.get('/api/tasks')).body).toHaveLength(1);
    expect(server.faults).toEqual([]);
  });

  test('an Idempotency-Key of somebody else gives no answer of theirs', async () => {
    const key = { 'idempotency-key': 'one-key-for-two' };
    const mine = await ada.post('/api/filters', { name: 'Other', query: '#secret' }, key);
    const hers = await eve.post('/api/filters', { name: 'Other', query: '#secret' }, key);
    expect([hers.status, hers.headers.get('idempotency-replayed'), hers.body.id === mine.body.id]).toEqual([201, null, false]);
  });
});
