import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { task } from '../../src/contracts/task.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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

describe('making a task', () => {
  it('answers 201 with the task, its address and its tag, and the next read sees it', async () => {
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

  it('names every fault of a body at once', async () => {
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

  it('refuses a due time without a date beside other faults', async () => {
    const { body } = await ada.post('/api/tasks', { due_time: '09:00' });
    expect(Object.keys(body.errors).sort()).toEqual(['due_time', 'title']);
  });

  it('refuses a due instant in the past by its field', async () => {
    const { status, body } = await ada.post('/api/tasks', { title: 'Too late', due_date: '2026-11-01' });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['due_date']]);
  });

  it('reports faults that only the rules can find along with other faults, and writes nothing', async () => {
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
