import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { loadPartner, sendToPartner } from '../../src/app/partner/partner-record.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { type Appended, type EventStore, StoreUnavailable } from '../../src/domain/kernel/event-store.ts';
import type { PartnerRecord } from '../../src/domain/partner/state.ts';
import { type Client, member, requestedMails } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** A request that was cut off by a crash is repeated under its Idempotency-Key, and finds what it had written. */

let server: TestServer;
/** The number of appends that still succeed before the store fails. */
let taken = Number.POSITIVE_INFINITY;
let made = 0;

function cuttingOff(store: EventStore): EventStore {
  const append = async (...given: Parameters<EventStore['append']>): Promise<Appended> => {
    if (taken <= 0) throw new StoreUnavailable('cut off by the test');
    taken -= 1;
    return store.append(...given);
  };
  return { ...store, append };
}

beforeAll(async () => {
  server = await startTestServer({ wrap: (app) => ({ ...app, store: cuttingOff(app.store) }) });
});
afterAll(() => server.dispose());

const somebody = (): Promise<Client> => member(server, `again${made++}@example.org`);
const log = () => server.app.store.readAll(START, 100_000);

/** Makes a call that is cut off after its first `appends`, and then the same call again. `between`: what is done before that. */
async function cutOff(client: Client, path: string, body: unknown, appends = 1, between = async (): Promise<unknown> => undefined) {
  const key = { 'idempotency-key': `key-${made++}` };
  taken = appends;
  const first = await client.post(path, body, key);
  taken = Number.POSITIVE_INFINITY;
  expect(first.status).toBe(503);
  await between();
  return client.post(path, body, key);
}

async function accept(id: string): Promise<void> {
  const { user_id, address_key } = (await loadPartner(server.app, id)) as PartnerRecord;
  const { position } = await sendToPartner(server.app, userCaller(user_id, 'test'), id, {
    type: 'Accept',
    channel: 'mail',
    key: address_key as string,
  });
  await server.app.waitForReadModels(position as string);
}

const PARTNER = { name: 'Max', email: 'max@example.org', detail: 'titles' };

describe('a POST that creates something', () => {
  it('adds a partner once, and requests the invitation if it was not requested yet', async () => {
    const client = await somebody();
    const again = await cutOff(client, '/api/partners', PARTNER);
    expect([again.status, again.body?.status]).toEqual([201, 'invited']);
    const all = (await client.get('/api/partners')).body;
    expect(all).toEqual([again.body]);
    const events = await log();
    const asked = events.filter(
      ({ type, data }) => type === 'DeliveryRequested' && (data as { partner?: { id: string } }).partner?.id === all[0].id,
    );
    expect(asked).toHaveLength(1);
  });

  it('adds a second partner once, even if Pro ended between the two requests', async () => {
    const client = await somebody();
    await client.post('/api/partners', PARTNER);
    await client.post('/api/subscriptions/trial');
    const kim = { name: 'Kim', email: 'kim@example.org' };
    const again = await cutOff(client, '/api/partners', kim, 1, () => client.post('/api/subscriptions/cancel'));
    expect([again.status, again.body.role]).toEqual([201, 'second']);
    expect((await client.get('/api/partners')).body).toHaveLength(2);
  });

  it('still refuses a second partner under another key', async () => {
    const client = await somebody();
    await client.post('/api/partners', PARTNER, { 'idempotency-key': 'one' });
    expect((await client.post('/api/partners', PARTNER, { 'idempotency-key': 'two' })).body.code).toBe('conflict');
  });

  it('asks for a summary once', async () => {
    const client = await somebody();
    const { id } = (await client.post('/api/partners', PARTNER)).body;
    await accept(id);
    expect((await cutOff(client, `/api/partners/${id}/summary`, undefined)).status).toBe(202);
    const events = await log();
    const asked = events.filter(({ type, stream }) => type === 'SummaryAsked' && stream === `partner-${id}`);
    const mails = events.filter(({ type, data }) => type === 'DeliveryRequested' && (data as { kind: string }).kind === 'partner_summary');
    expect([asked.length, mails.length]).toEqual([1, 1]);
  });

  it('promises a task again once, and makes the new task if it was not made yet', async () => {
    const client = await somebody();
    const { id } = (await client.post('/api/tasks', { title: 'Stretch' })).body;
    await client.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' });
    const again = await cutOff(client, `/api/tasks/${id}/again`, { due_date: '2026-11-24' });
    expect([again.status, again.body.again_of]).toEqual([201, id]);
    const tasks = (await client.get('/api/tasks')).body.map((one: { id: string }) => one.id);
    expect(tasks.sort()).toEqual([id, again.body.id].sort());
  });

  it('plans a time once', async () => {
    const client = await somebody();
    const { id: task_id } = (await client.post('/api/tasks', { title: 'Stretch' })).body;
    const key = { 'idempotency-key': `key-${made++}` };
    const box = { task_id, date: '2026-11-24', time: '10:00', minutes: 30 };
    const [first, second] = [await client.post('/api/time-boxes', box, key), await client.post('/api/time-boxes', box, key)];
    expect([first.status, second.text]).toEqual([201, first.text]);
    expect((await client.get('/api/time-boxes?from=2026-11-24')).body).toHaveLength(1);
  });

  it('starts a focus session once, and begins its task if it was not begun yet', async () => {
    const client = await somebody();
    const { id } = (await client.post('/api/tasks', { title: 'Stretch' })).body;
    const again = await cutOff(client, '/api/focus', { task_id: id });
    expect([again.status, again.body.state, again.body.task_id]).toEqual([201, 'running', id]);
    expect((await client.get(`/api/tasks/${id}`)).body.status).toBe('in_progress');
    expect((await client.get('/api/focus/sessions')).body).toHaveLength(1);
  });

  it('changes several tasks once, and continues with those that were not changed yet', async () => {
    const client = await somebody();
    const ids: string[] = [];
    for (const title of ['One', 'Two', 'Three']) ids.push((await client.post('/api/tasks', { title, due_date: '2026-11-24' })).body.id);
    const again = await cutOff(client, '/api/tasks/bulk', { ids, change: { shift_days: 1 } }, 2);
    expect(again.status).toBe(200);
    expect(again.body.done.map((one: { id: string; due_date: string }) => [one.id, one.due_date])).toEqual(
      ids.map((id) => [id, '2026-11-25']),
    );
    const path = `/api/tasks/bulk/${again.body.batch_id}/undo`;
    taken = 2;
    expect((await client.post(path)).status).toBe(503);
    taken = Number.POSITIVE_INFINITY;
    const undone = await client.post(path);
    expect(undone.body.done.map((one: { due_date: string }) => one.due_date)).toEqual(Array(3).fill('2026-11-24'));
    expect(undone.body.refused).toEqual([]);
  });

  it('promises several tasks again once each', async () => {
    const client = await somebody();
    const ids: string[] = [];
    for (const title of ['One', 'Two']) {
      const { id } = (await client.post('/api/tasks', { title })).body;
      await client.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' });
      ids.push(id);
    }
    const again = await cutOff(client, '/api/tasks/bulk', { ids, change: { again: { due_date: '2026-11-24' } } }, 3);
    expect(again.body.done.map((one: { again_of: string }) => one.again_of)).toEqual(ids);
    expect((await client.get('/api/tasks')).body).toHaveLength(4);
  });

  it('starts a routine once, whose occurrences have event ids of their own', async () => {
    const client = await somebody();
    const again = await cutOff(client, '/api/recurring_tasks', { title: 'Stretch', rrule: 'FREQ=DAILY' });
    expect(again.status).toBe(201);
    expect((await client.get('/api/recurring_tasks')).body.map(({ id }: { id: string }) => id)).toEqual([again.body.id]);
    expect((await client.get('/api/tasks')).body).toHaveLength(15);
    const ids = (await log()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('adds a vacation once, and skips the occurrences in it', async () => {
    const client = await somebody();
    await client.post('/api/recurring_tasks', { title: 'Stretch', rrule: 'FREQ=DAILY' });
    const again = await cutOff(client, '/api/vacations', { from: '2026-11-22', to: '2026-11-24' }, 2);
    expect(again.status).toBe(201);
    expect((await client.get('/api/vacations')).body.map(({ id }: { id: string }) => id)).toEqual([again.body.id]);
    const ids = (await log()).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('requests one mail with a new link, even if its answer was lost', async () => {
    const client = await somebody();
    const { email } = (await client.get('/api/auth/user')).body.user;
    const key = { 'idempotency-key': 'forgot' };
    const { answers } = server.app;
    const keptAnswer = answers.keptAnswer;
    await client.post('/api/auth/forgot', { email }, key);
    await server.http.drain();
    (answers as { keptAnswer: typeof keptAnswer }).keptAnswer = async () => null;
    await client.post('/api/auth/forgot', { email }, key);
    (answers as { keptAnswer: typeof keptAnswer }).keptAnswer = keptAnswer;
    await server.http.drain();
    expect((await requestedMails(server.app)).filter(({ to, kind }) => to === email && kind === 'password_reset')).toHaveLength(1);
  });
});
