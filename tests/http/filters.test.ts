import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { savedFilter } from '../../src/contracts/filter.ts';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let people = 0;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  people += 1;
  ada = await member(server, `ada${people}@example.org`);
});

const save = (name: string, query = 'is:open') => ada.post('/api/filters', { name, query });
const saved = async (name: string, query?: string): Promise<string> => {
  const { status, body, text } = await save(name, query);
  expect(status, text).toBe(201);
  return body.id;
};
const list = async (client = ada) => z.array(savedFilter.strict()).parse((await client.get('/api/filters')).body);
const names = async () => (await list()).map(({ name }) => name);

describe('a filter', () => {
  it('is saved, listed, changed, moved and deleted', async () => {
    const first = await save('  Deep work ', 'is:open #"deep work"');
    const { id } = first.body;
    expect([first.status, first.headers.get('location'), first.body]).toEqual([
      201,
      `/api/filters/${id}`,
      { id, name: 'Deep work', query: 'is:open #"deep work"', position: 0 },
    ]);
    const [, third] = [await saved('Missed', 'is:missed'), await saved('Today', 'due:today')];
    expect(await names()).toEqual(['Deep work', 'Missed', 'Today']);
    const moved = await ada.put(`/api/filters/${third}`, { position: 0 });
    expect([moved.status, moved.body]).toEqual([200, { id: third, name: 'Today', query: 'due:today', position: 0 }]);
    expect((await list()).map(({ name, position }) => `${position} ${name}`)).toEqual(['0 Today', '1 Deep work', '2 Missed']);
    const changed = await ada.put(`/api/filters/${id}`, { id, name: 'Focus', query: '#focus', position: 2 });
    expect([changed.status, changed.body]).toEqual([200, { id, name: 'Focus', query: '#focus', position: 2 }]);
    expect((await ada.delete(`/api/filters/${third}`)).status).toBe(204);
    expect((await list()).map(({ name, position }) => `${position} ${name}`)).toEqual(['0 Missed', '1 Focus']);
    expect((await ada.delete(`/api/filters/${third}`)).status).toBe(404);
  });

  it('is refused if the search refuses its query, or its name is there, but for case', async () => {
    await saved('Deep work');
    const faults = async (body: object) => {
      const answer = await ada.post('/api/filters', body);
      expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
      return Object.keys(answer.body.errors).sort();
    };
    expect(await faults({ name: 'DEEP Work', query: 'is:open' })).toEqual(['name']);
    expect(await faults({ name: 'New', query: 'is:done' })).toEqual(['query']);
    expect(await faults({ name: 'deep work', query: '"open' })).toEqual(['name', 'query']);
    expect(await faults({ name: 'x'.repeat(51), query: '' })).toEqual(['name', 'query']);
    expect(await faults({ name: 'New', query: 'milk', position: 0 })).toEqual(['position']);
    expect(await faults({})).toEqual(['name', 'query']);
    expect(await names()).toEqual(['Deep work']);
  });

  it('keeps its own name in another case, and gets no position and no id that it cannot have', async () => {
    const [id] = [await saved('Deep work'), await saved('Other')];
    const put = (body: object) => ada.put(`/api/filters/${id}`, body);
    expect((await put({ name: 'deep WORK' })).body.name).toBe('deep WORK');
    expect((await put({ name: 'OTHER' })).body.errors).toHaveProperty('name');
    expect((await put({ position: 2 })).body.errors).toEqual({ position: ['A whole number from 0 to 1.'] });
    expect(Object.keys((await put({ position: -1, id: 'other', query: 'is:', name: 'other' })).body.errors).sort()).toEqual([
      'id',
      'name',
      'position',
      'query',
    ]);
    expect((await put({})).body).toMatchObject({ name: 'deep WORK', position: 0 });
  });

  it('has an ETag that changes with its position, too', async () => {
    const first = await save('First');
    const tag = first.headers.get('etag') ?? '';
    const second = await saved('Second');
    await ada.put(`/api/filters/${second}`, { position: 0 });
    const outdated = await ada.put(`/api/filters/${first.body.id}`, { name: 'New' }, { 'if-match': tag });
    expect([outdated.status, outdated.body.code]).toEqual([412, 'precondition_failed']);
    const now = (await ada.put(`/api/filters/${first.body.id}`, {})).headers.get('etag') ?? '';
    expect((await ada.put(`/api/filters/${first.body.id}`, { name: 'New' }, { 'if-match': now })).status).toBe(200);
    expect((await ada.delete(`/api/filters/${first.body.id}`, undefined, { 'if-match': now })).status).toBe(412);
    const known = (await ada.get('/api/filters')).headers.get('etag') ?? '';
    expect((await ada.get('/api/filters', { 'if-none-match': known })).status).toBe(304);
  });

  it('is saved once under one name by requests at once, and once under one Idempotency-Key', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => save('Same')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422]);
    const key = { 'idempotency-key': 'once' };
    const body = { name: 'Other', query: 'milk' };
    const [first, again] = [await ada.post('/api/filters', body, key), await ada.post('/api/filters', body, key)];
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(await names()).toEqual(['Same', 'Other']);
  });

  it('is one of fifty at most', async () => {
    for (let index = 0; index < 50; index += 1) await saved(`Filter ${index}`);
    expect(await save('More')).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    // What is wrong with the body comes first.
    expect((await save('filter 7')).status).toBe(422);
  });

  it('belongs to its owner alone, and is in their history', async () => {
    const id = await saved('Private', '#secret');
    const eve = await member(server, `eve${people}@example.org`);
    expect(await list(eve)).toEqual([]);
    expect((await eve.put(`/api/filters/${id}`, { name: 'Mine' })).status).toBe(404);
    expect((await eve.delete(`/api/filters/${id}`)).status).toBe(404);
    const [entry] = (await ada.get('/api/audit')).body;
    expect(entry).toMatchObject({ action: 'filter.created', detail: '‘Private’.', after: { name: 'Private', query: '#secret' } });
  });
});
