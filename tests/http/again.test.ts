import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { taskStream } from '../../src/domain/task/events.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** The clock of the tests stands at 17:00 in Berlin on 20 November 2026; the tasks below are missed two hours later. */
const TOMORROW = { due_date: '2026-11-21' };
const DUE = { due_date: '2026-11-20', due_time: '18:00' };

let server: TestServer;
let ada: Client;
let missed: string;

/** A task of Ada's that is missed once `pass` was called. */
const made = async (fields: object = {}): Promise<string> => {
  const { status, body, text } = await ada.post('/api/tasks', { title: 'Send the report', ...DUE, ...fields });
  expect(status, text).toBe(201);
  return body.id;
};
const skipped = async (fields: object = {}): Promise<string> => {
  const id = await made(fields);
  await ada.patch(`/api/tasks/${id}/status`, { status: 'skipped', reason: 'ill' });
  return id;
};
const again = (id: string, body: object = TOMORROW, headers = {}) => ada.post(`/api/tasks/${id}/again`, body, headers);
const read = async (id: string) => (await ada.get(`/api/tasks/${id}`)).body;
const codeOf = ({ status, body }: { status: number; body: { code: string } }) => [status, body.code];

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
  missed = await made({ description: 'All of it', tags: ['work'], priority: 'high', estimate_minutes: 45 });
});
afterAll(() => server.dispose());

describe('while the task is open', () => {
  it('is refused', async () => {
    expect(codeOf(await again(missed))).toEqual([409, 'conflict']);
    const done = await made();
    await ada.patch(`/api/tasks/${done}/status`, { completed: true });
    expect(codeOf(await again(done))).toEqual([409, 'conflict']);
  });
});

describe('after the task was missed', () => {
  let old: object;
  let tag: string | null;

  beforeAll(async () => {
    server.stores.clock.advance('PT2H');
  });

  it('makes a new task with what the old one says, and the old one stays', async () => {
    const answer = await again(missed);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/tasks/${answer.body.id}`);
    expect(answer.body).toMatchObject({
      ...{ title: 'Send the report', description: 'All of it', tags: ['work'], priority: 'high', estimate_minutes: 45 },
      ...{ due_date: '2026-11-21', due_time: '18:00', status: 'pending', postponed: 0, recurring_task_id: null, again_of: missed },
    });
    expect(await read(answer.body.id)).toEqual(answer.body);
    old = await read(missed);
    tag = (await ada.get(`/api/tasks/${missed}`)).headers.get('etag');
    expect(old).toMatchObject({ status: 'missed', due_date: '2026-11-20', again_of: null });
  });

  it('resolves the alert about the miss, and acknowledges nothing', async () => {
    const alerts = (await ada.get('/api/alerts')).body.filter(
      (one: { task_id: string; type: string }) => one.task_id === missed && one.type === 'task_missed',
    );
    expect(alerts).toMatchObject([{ resolved: true, acknowledged: false }]);
  });

  it('is refused while the new task is open, and possible once that one is deleted', async () => {
    expect(codeOf(await again(missed))).toEqual([409, 'conflict']);
    const [first] = (await ada.get('/api/tasks')).body.filter((one: { again_of: string }) => one.again_of === missed);
    await ada.delete(`/api/tasks/${first.id}`);
    const second = await again(missed, { due_date: '2026-11-22', due_time: null });
    expect([second.status, second.body.due_time, second.body.again_of]).toEqual([201, null, missed]);
    expect([await read(missed), (await ada.get(`/api/tasks/${missed}`)).headers.get('etag')]).toEqual([old, tag]);
  });

  it('is possible again after the new task was missed, too', async () => {
    const id = await skipped({ due_date: '2026-11-21' });
    const next = await again(id, { due_date: '2026-11-20', due_time: '19:30' });
    server.stores.clock.advance('PT1H');
    expect((await again(id)).status).toBe(201);
    expect((await read(next.body.id)).status).toBe('missed');
  });

  it('names the new task in the history by an event of its own', async () => {
    const id = await skipped({ due_date: '2026-11-21' });
    const { body } = await again(id);
    const [entry] = (await ada.get('/api/audit')).body.filter(
      (one: { subject: { id: string }; action: string }) => one.subject.id === body.id && one.action === 'task.promised_again',
    );
    expect(entry.after).toMatchObject({ again_of: id, due_date: '2026-11-21' });
    const history = (await ada.get('/api/reports/history')).body;
    expect(history.some(({ action }: { action: string }) => action === 'task.renewed')).toBe(false);
  });
});

describe('of a skipped task', () => {
  it('takes archived tasks, proof that is asked for, and the parent', async () => {
    const parent_id = await made({ title: 'Parent', due_date: null, due_time: null });
    const proof = { verification_type: 'general', proof_requirement: 'A link' };
    const id = await skipped({ ...proof, parent_id, due_date: '2026-11-25' });
    await ada.post(`/api/tasks/${id}/archive`);
    const { status, body } = await again(id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...proof, parent_id, verification_state: 'awaiting_proof', archived: false });
    await ada.patch(`/api/tasks/${body.id}/status`, { status: 'skipped', reason: 'ill' });
    await ada.patch(`/api/tasks/${parent_id}/status`, { completed: true });
    expect((await again(id)).body.parent_id).toBeNull();
  });

  it('has no parent if the parent was deleted or became a sub-task', async () => {
    const [parent_id, other] = [
      await made({ title: 'Parent', due_date: null, due_time: null }),
      await made({ title: 'Other', due_date: null, due_time: null }),
    ];
    const id = await skipped({ parent_id, due_date: '2026-11-25' });
    await ada.put(`/api/tasks/${id}`, { parent_id: null });
    await ada.put(`/api/tasks/${parent_id}`, { parent_id: other });
    const step = await skipped({ parent_id: other, due_date: '2026-11-25' });
    expect((await again(step)).body.parent_id).toBe(other);
    expect((await again(id)).body.parent_id).toBeNull();
  });

  it('belongs to no routine if the old task was an occurrence of one', async () => {
    await ada.post('/api/recurring_tasks', { title: 'Stretch', rrule: 'FREQ=DAILY', start_date: '2026-11-22' });
    const [occurrence] = (await ada.get('/api/tasks')).body.filter((one: { title: string }) => one.title === 'Stretch');
    await ada.patch(`/api/tasks/${occurrence.id}/status`, { status: 'skipped', reason: 'ill' });
    expect(await again(occurrence.id)).toMatchObject({
      status: 201,
      body: { title: 'Stretch', recurring_task_id: null, again_of: occurrence.id },
    });
  });

  it('is made once by requests at once', async () => {
    const id = await skipped({ due_date: '2026-11-25' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => again(id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    const all = (await ada.get('/api/tasks')).body.filter((one: { again_of: string }) => one.again_of === id);
    expect(all).toHaveLength(1);
    const types = (await server.app.store.readStream(taskStream(id))).map(({ type }) => type);
    expect(types.filter((type) => type === 'TaskRenewed')).toHaveLength(1);
  });

  it('gives the first answer again under the same Idempotency-Key', async () => {
    const id = await skipped({ due_date: '2026-11-25' });
    const key = { 'idempotency-key': 'once-more' };
    const [first, second] = [await again(id, TOMORROW, key), await again(id, TOMORROW, key)];
    expect([second.status, second.text, second.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
  });
});

describe('a refusal', () => {
  it('names the faults of the body, those of the rules along with them', async () => {
    const id = await skipped({ due_date: '2026-11-25' });
    const faults = async (body: object) => {
      const answer = await again(id, body);
      expect(codeOf(answer)).toEqual([422, 'validation_failed']);
      return Object.keys(answer.body.errors).sort();
    };
    expect(await faults({})).toEqual(['due_date']);
    expect(await faults({ due_date: null })).toEqual(['due_date']);
    expect(await faults({ due_date: '2026-11-19', due_time: '9:00', title: 'Other' })).toEqual(['due_date', 'due_time', 'title']);
    expect(await faults({ due_date: '2026-11-19' })).toEqual(['due_date']);
    expect(await faults({ due_date: '2026-11-20', due_time: '08:00' })).toEqual(['due_time']);
    expect((await again(id)).status).toBe(201);
  });

  it('comes for an outdated If-Match, and none for the present one', async () => {
    const id = await skipped({ due_date: '2026-11-25' });
    const tag = (await ada.get(`/api/tasks/${id}`)).headers.get('etag') ?? '';
    await ada.put(`/api/tasks/${id}`, { priority: 'low' });
    expect(codeOf(await again(id, TOMORROW, { 'if-match': tag }))).toEqual([412, 'precondition_failed']);
    const now = (await ada.get(`/api/tasks/${id}`)).headers.get('etag') ?? '';
    expect((await again(id, TOMORROW, { 'if-match': now })).status).toBe(201);
  });

  it('comes for a task that is unknown, deleted or somebody else’s', async () => {
    const eve = await member(server, 'eve@example.org');
    const id = await skipped({ due_date: '2026-11-25' });
    expect(codeOf(await eve.post(`/api/tasks/${id}/again`, TOMORROW))).toEqual([404, 'not_found']);
    expect(codeOf(await again('none'))).toEqual([404, 'not_found']);
    await ada.delete(`/api/tasks/${id}`);
    expect(codeOf(await again(id))).toEqual([404, 'not_found']);
  });

  it('comes if again_of is set by another call, and none if it is sent back unchanged', async () => {
    expect((await ada.post('/api/tasks', { title: 'Mine', again_of: missed })).body.errors).toHaveProperty('again_of');
    const id = await made({ due_date: '2026-11-25' });
    expect((await ada.put(`/api/tasks/${id}`, { again_of: missed })).body.errors).toHaveProperty('again_of');
    expect((await ada.put(`/api/tasks/${id}`, { again_of: null, priority: 'low' })).status).toBe(200);
  });
});
