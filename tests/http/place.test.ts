import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
/** By title. */
const ids = new Map<string, string>();
const idOf = (title: string): string => ids.get(title) ?? '';

const make = async (title: string, fields: object = {}): Promise<void> => {
  server.stores.clock.advance('PT1S');
  ids.set(title, (await ada.post('/api/tasks', { title, ...fields })).body.id);
};
const place = (title: string, before: string | null, headers = {}) => {
  server.stores.clock.advance('PT1S');
  return ada.patch(`/api/tasks/${idOf(title)}/place`, { before: before === null ? null : idOf(before) }, headers);
};
const titles = async (query: string): Promise<string> =>
  (await ada.get(`/api/tasks${query}`)).body.map(({ title }: { title: string }) => title).join(' ');

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
  await make('a', { due_date: '2026-11-24' });
  await make('b');
  await make('c', { due_date: '2026-11-22' });
});
afterAll(() => server.dispose());

describe('the own order of tasks', () => {
  it('is the order in which they were made, until one is moved', async () => {
    expect(await titles('?sort=place')).toBe('a b c');
    const answer = await place('c', 'a');
    expect([answer.status, answer.body.title]).toEqual([200, 'c']);
    expect(await titles('?sort=place')).toBe('c a b');
    expect((await place('c', null)).status).toBe(200);
    expect(await titles('?sort=place')).toBe('a b c');
  });

  it('is not that of other lists, which are by due instant', async () => {
    expect(await titles('')).toBe('c a b');
    expect(await titles('?sort=due')).toBe('c a b');
  });

  it('has a new task at its end, comes in pages, and can be filtered', async () => {
    await place('a', null);
    await make('d', { due_date: '2026-11-23' });
    expect(await titles('?sort=place')).toBe('b c a d');
    const first = await ada.get('/api/tasks?sort=place&limit=3');
    expect(first.body.map(({ title }: { title: string }) => title)).toEqual(['b', 'c', 'a']);
    const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await ada.get(next)).body.map(({ title }: { title: string }) => title)).toEqual(['d']);
    await ada.patch(`/api/tasks/${idOf('c')}/status`, { status: 'in_progress' });
    expect(await titles('?sort=place&status=pending')).toBe('b a d');
    expect(await titles('?sort=place&due_from=2026-11-23')).toBe('a d');
  });

  it('stays after an undo, which takes back the change before the move', async () => {
    await ada.put(`/api/tasks/${idOf('d')}`, { priority: 'high' });
    const tag = (await ada.get(`/api/tasks/${idOf('d')}`)).headers.get('etag');
    const moved = await place('d', 'b');
    expect(moved.headers.get('etag')).toBe(tag);
    expect((await ada.post(`/api/tasks/${idOf('d')}/undo`)).body.priority).toBe('none');
    expect(await titles('?sort=place')).toBe('d b c a');
  });
});

describe('a move is refused', () => {
  it('before what is not there, or before the task itself', async () => {
    const eve = await member(server, 'eve@example.org');
    const other = (await eve.post('/api/tasks', { title: 'Eve’s' })).body.id;
    await make('gone');
    await ada.delete(`/api/tasks/${idOf('gone')}`);
    for (const before of ['none', other, idOf('gone'), idOf('a'), '', 7, 'x'.repeat(101)]) {
      const answer = await ada.patch(`/api/tasks/${idOf('a')}/place`, { before });
      expect([answer.status, Object.keys(answer.body.errors)], String(before)).toEqual([422, ['before']]);
    }
    expect((await ada.patch(`/api/tasks/${idOf('a')}/place`, {})).status).toBe(422);
    expect((await ada.get('/api/tasks?sort=title')).body.errors).toHaveProperty('sort');
  });

  it('of what is not there, and of another version', async () => {
    expect((await place('gone', null)).status).toBe(404);
    expect((await ada.patch('/api/tasks/none/place', { before: null })).status).toBe(404);
    expect((await place('a', 'b', { 'if-match': '"9"' })).status).toBe(412);
  });
});
