import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { advanceTask } from '../../src/app/task/tasks.ts';
import { task } from '../../src/contracts/task.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('creating a task', () => {
  let server: TestServer;
  let ada: Client;

  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
  });
  afterAll(() => server.dispose());

  const made = async (fields: object = {}, client = ada) => {
    const answer = await client.post('/api/tasks', { title: 'Write the release notes', ...fields });
    expect(answer.status, answer.text).toBe(201);
    return answer;
  };

  it('answers 201 with the task, its Location and its ETag, and the next read shows it', async () => {
    const { body, headers } = await made({ due_date: '2026-11-27', due_time: '17:00', tags: ['docs', 'docs', ' q4 '], priority: 'high' });
    expect(task.strict().parse(body)).toMatchObject({
      status: 'pending',
      due_at: '2026-11-27T16:00:00.000Z',
      tags: ['docs', 'q4'],
      late: false,
    });
    expect(headers.get('location')).toBe(`/api/tasks/${body.id}`);
    const read = await ada.get(`/api/tasks/${body.id}`);
    expect(read.body).toEqual(body);
    expect(read.headers.get('etag')).toBe(headers.get('etag'));
    expect((await ada.get('/api/tasks')).body).toContainEqual(body);
  });

  it('gives null for fields that are not set, and accepts null', async () => {
    const unset = { description: null, due_date: null, due_time: null, estimate_minutes: null, parent_id: null };
    const { body } = await made({ ...unset, tags: [] });
    expect(body).toMatchObject({ ...unset, tags: [], skip_reason: null, completed_at: null, recurring_task_id: null });
    await ada.put(`/api/tasks/${body.id}`, { description: 'Two lines' });
    expect((await ada.put(`/api/tasks/${body.id}`, { description: null })).body.description).toBe(null);
  });

  it('reports all faults of a body at once', async () => {
    const { status, body } = await ada.post('/api/tasks', {
      title: ' ',
      due_time: '9:00',
      priority: 'urgent',
      colour: 'red',
      tags: [''],
      status: 'completed',
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({ code: 'validation_failed', status: 422 });
    expect(Object.keys(body.errors).sort()).toEqual(['colour', 'due_time', 'priority', 'status', 'tags', 'title']);
  });

  it('refuses a due time without a date, along with other faults', async () => {
    const { body } = await ada.post('/api/tasks', { due_time: '09:00' });
    expect(Object.keys(body.errors).sort()).toEqual(['due_time', 'title']);
  });

  it('refuses a due instant in the past by its field', async () => {
    const { status, body } = await ada.post('/api/tasks', { title: 'Too late', due_date: '2026-11-01' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['due_date']]);
  });

  it('reports faults that only the rules find along with other faults, and writes nothing', async () => {
    const head = await server.app.store.head();
    const { body } = await ada.post('/api/tasks', { title: '', due_date: '2026-11-01', parent_id: 'none', colour: 'red' });
    expect(Object.keys(body.errors).sort()).toEqual(['colour', 'due_date', 'parent_id', 'title']);
    expect(await server.app.store.head()).toBe(head);
    const { id } = (await made()).body;
    const edited = await ada.put(`/api/tasks/${id}`, { due_date: '2026-11-01', priority: 'urgent' });
    expect(Object.keys(edited.body.errors).sort()).toEqual(['due_date', 'priority']);
    const unknown = await ada.put('/api/tasks/none', { due_date: '2026-11-01', priority: 'urgent' });
    expect(Object.keys(unknown.body.errors)).toEqual(['priority']);
    expect((await ada.get(`/api/tasks/${id}`)).body.due_date).toBe(null);
  });
});

describe('tags', () => {
  let server: TestServer;
  let ada: Client;

  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
  });
  afterAll(() => server.dispose());

  const tagged = async (tags: readonly string[], client = ada) => (await client.post('/api/tasks', { title: 'Tagged', tags })).body;

  it('keep the spelling that their owner used first, on tasks and routines', async () => {
    expect((await tagged(['Work', 'Łódź'])).tags).toEqual(['Work', 'Łódź']);
    const second = await tagged(['work', 'ŁÓDŹ', 'new']);
    expect(second.tags).toEqual(['Work', 'Łódź', 'new']);
    expect((await ada.put(`/api/tasks/${second.id}`, { tags: ['WORK', 'NEW'] })).body.tags).toEqual(['Work', 'new']);
    const routine = await ada.post('/api/recurring_tasks', { title: 'Run', rrule: 'FREQ=DAILY', tags: ['wORK', 'Sport'] });
    expect(routine.body.tags).toEqual(['Work', 'Sport']);
    expect((await ada.put(`/api/recurring_tasks/${routine.body.id}`, { tags: ['SPORT', 'work'] })).body.tags).toEqual(['Sport', 'Work']);
    expect((await tagged(['sport'])).tags).toEqual(['Sport']);
  });

  it('change nothing if they are sent in another spelling', async () => {
    const { id } = await tagged(['Quiet']);
    const before = await ada.get(`/api/tasks/${id}`);
    const after = await ada.put(`/api/tasks/${id}`, { tags: ['quiet'] });
    expect(after.body).toEqual(before.body);
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'));
  });

  it('are found in every spelling, and in every form of Unicode', async () => {
    const { id } = await tagged(['Cafe\u0301']);
    for (const tag of ['caf\u00e9', 'CAFE\u0301', ' Caf\u00c9 ']) {
      const found = await ada.get(`/api/tasks?tag=${encodeURIComponent(tag)}`);
      expect(found.body.map((one: { id: string }) => one.id)).toEqual([id]);
    }
  });

  it('keep one spelling if several requests send them at once', async () => {
    const answers = await Promise.all(['Race', 'race', 'RACE', 'rAcE'].map((tag) => tagged([tag])));
    expect(new Set(answers.map(({ tags }) => tags[0])).size).toBe(1);
  });

  it("are not affected by another owner's spelling", async () => {
    const eve = await member(server, 'eve@vouch.example');
    expect((await tagged(['work'], eve)).tags).toEqual(['work']);
  });

  it('of invisible characters are refused as missing, like such titles and names', async () => {
    const title = await ada.post('/api/tasks', { title: '\u200b' });
    expect([title.status, title.body.errors]).toEqual([422, { title: ['Title is required.'] }]);
    const { id } = await tagged([]);
    expect((await ada.put(`/api/tasks/${id}`, { title: '\u3164' })).body.errors).toEqual({ title: ['Title is required.'] });
    expect((await ada.post('/api/tokens', { name: '\u2800' })).body.errors).toMatchObject({ name: ['Name is required.'] });
    expect((await ada.put('/api/settings/profile', { full_name: '\u00ad' })).status).toBe(422);
    expect((await ada.put('/api/settings/profile', { full_name: '' })).status).toBe(200);
  });
});

describe('the outcome of a task', () => {
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

  test('is in every answer: of a single task, in lists, among children and in reports', async () => {
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

  test('is in the answer to a change, and cannot be written', async () => {
    const { id, outcome } = (await ada.post('/api/tasks', { title: 'New', due_date: '2026-11-21' })).body;
    expect(outcome).toBe('open');
    expect((await ada.patch(`/api/tasks/${id}/status`, { completed: true })).body.outcome).toBe('kept');
    expect((await ada.post(`/api/tasks/${id}/undo`)).body.outcome).toBe('open');
    expect((await ada.put(`/api/tasks/${id}`, { outcome: 'open', priority: 'high' })).status).toBe(200);
    expect((await ada.put(`/api/tasks/${id}`, { outcome: 'kept' })).body.errors).toHaveProperty('outcome');
    expect((await ada.put(`/api/tasks/${id}`, { due_date: null })).body.outcome).toBe('none');
  });

  test('stays skipped if the task was skipped and done later, and is not missed', async () => {
    const entries = (await ada.get('/api/reports/history')).body as { task_id: string; detail: string | null }[];
    const details = (name: string) => entries.filter(({ task_id }) => task_id === ids[name]).map(({ detail }) => detail);
    expect(details('skipped, done later')).toContain('Done after its deadline. It stays skipped.');
    expect(details('skipped, done later')).not.toContain('Done late. The miss stays.');
    expect(details('done late')).toContain('Done late. The miss stays.');
  });

  test('makes a cached copy without it outdated', async () => {
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
});
