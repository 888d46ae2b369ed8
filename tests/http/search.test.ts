import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { searchResult } from '../../src/contracts/search.ts';
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

const path = (q: string, more = ''): string => `/api/search?q=${encodeURIComponent(q)}${more}`;
const results = async (q: string, client = ada) => {
  const { status, body, text } = await client.get(path(q));
  expect(status, text).toBe(200);
  return z.array(searchResult.strict()).parse(body);
};
const titles = async (q: string, client = ada) => (await results(q, client)).map(({ title }) => title);
const made = async (title: string, fields: object = {}): Promise<string> => {
  const { status, body, text } = await ada.post('/api/tasks', { title, ...fields });
  expect(status, text).toBe(201);
  server.stores.clock.advance('PT1S');
  return body.id;
};

describe('the search', () => {
  beforeAll(async () => {
    await made('Write the quarterly report', {
      description: 'Ask Zoë for the figures of Łódź first.',
      tags: ['Q4', 'deep work'],
      due_date: '2026-11-25',
      priority: 'high',
    });
    await made('Buy milk', { due_date: '2026-11-20' });
    await made('E-mail the landlord', { due_date: '2026-11-21', tags: ['home'] });
    await made('Read', { description: 'The report of the committee', tags: ['deep work'] });
    await ada.post('/api/recurring_tasks', { title: 'Weekly report', rrule: 'FREQ=YEARLY', start_date: '2027-01-04', priority: 'low' });
    const done = await made('Old report', { due_date: '2026-11-20' });
    await ada.patch(`/api/tasks/${done}/status`, { completed: true });
    const away = await made('Archived report');
    await ada.post(`/api/tasks/${away}/archive`);
    const gone = await made('Deleted report');
    await ada.delete(`/api/tasks/${gone}`);
    const skipped = await made('Skipped', { due_date: '2026-11-24' });
    await ada.patch(`/api/tasks/${skipped}/status`, { status: 'skipped', reason: 'ill' });
  });

  it('finds words in titles, descriptions and tags: dated, undated, routines, closed', async () => {
    expect(await titles('repo')).toEqual(['Write the quarterly report', 'Read', 'Weekly report', 'Old report']);
    expect(await titles('REPORT write')).toEqual(['Write the quarterly report']);
    expect(await titles('deep')).toEqual(['Write the quarterly report', 'Read']);
    expect(await titles('lodz zoe')).toEqual(['Write the quarterly report']);
    expect(await titles('e-mail')).toEqual(['E-mail the landlord']);
    expect(await titles('"the report"')).toEqual(['Read']);
    expect(await titles('eport')).toEqual([]);
    expect(await titles('!!!')).toEqual([]);
  });

  it('shows each with its fields, and the part of the description in which something was found', async () => {
    const [write, read, weekly] = await results('report');
    expect(write).toMatchObject({
      kind: 'task',
      excerpt: null,
      status: 'pending',
      due_date: '2026-11-25',
      archived: false,
      tags: ['Q4', 'deep work'],
    });
    expect(read).toMatchObject({ kind: 'task', excerpt: 'The report of the committee', due_date: null });
    expect(weekly).toMatchObject({ kind: 'routine', excerpt: null, status: null, due_date: null, archived: false, tags: [] });
    expect(await results('lodz')).toMatchObject([{ excerpt: 'Ask Zoë for the figures of Łódź first.' }]);
    expect(await results('#q4')).toMatchObject([{ excerpt: null }]);
  });

  it('takes tags, states, priorities and due dates, and excludes', async () => {
    expect(await titles('#"Deep Work"')).toEqual(['Write the quarterly report', 'Read']);
    expect(await titles('#deep')).toEqual([]);
    expect(await titles('is:open -#"deep work"')).toEqual(['Buy milk', 'E-mail the landlord']);
    expect(await titles('is:completed')).toEqual(['Old report']);
    expect(await titles('is:skipped')).toEqual(['Skipped']);
    expect(await titles('priority:low')).toEqual(['Weekly report']);
    expect(await titles('priority:none report')).toEqual(['Read', 'Old report']);
    expect(await titles('due:today')).toEqual(['Buy milk', 'Old report']);
    expect(await titles('due:tomorrow')).toEqual(['E-mail the landlord']);
    expect(await titles('due:week is:open')).toEqual(['Buy milk', 'E-mail the landlord', 'Write the quarterly report']);
    expect(await titles('due:none')).toEqual(['Read']);
    expect(await titles('due:2026-11-21..2026-11-24')).toEqual(['E-mail the landlord', 'Skipped']);
    expect(await titles('report -write -"weekly"')).toEqual(['Read', 'Old report']);
    expect(await titles('report -is:completed')).toEqual(['Write the quarterly report', 'Read', 'Weekly report']);
  });

  it('finds what is archived only where that is asked for', async () => {
    expect(await titles('is:archived')).toEqual(['Archived report']);
    expect(await titles('archived')).toEqual([]);
    expect(await titles('-is:archived archived')).toEqual([]);
    expect(await titles('is:archived is:open report')).toEqual(['Archived report']);
    expect(await titles('deleted')).toEqual([]);
  });

  it('comes in pages', async () => {
    const found: string[] = [];
    let next: string | undefined = path('report', '&limit=1');
    for (let page = 0; next !== undefined && page < 10; page += 1) {
      const { body, headers } = await ada.get(next);
      found.push(...body.map((one: { title: string }) => one.title));
      next = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(found).toEqual(await titles('report'));
  });

  it('finds what was changed, made and deleted since, and what was missed', async () => {
    expect(await titles('umbrella')).toEqual([]);
    const id = await made('Umbrella', { due_date: '2026-11-20', due_time: '19:00' });
    expect(await titles('umbrella')).toEqual(['Umbrella']);
    await ada.put(`/api/tasks/${id}`, { title: 'Parasol' });
    expect([await titles('umbrella'), await titles('parasol')]).toEqual([[], ['Parasol']]);
    server.stores.clock.advance('PT3H');
    await ada.put(`/api/tasks/${id}`, { priority: 'high' });
    expect(await titles('due:overdue')).toContain('Parasol');
    expect(await titles('is:missed parasol')).toEqual(['Parasol']);
    await ada.delete(`/api/tasks/${id}`);
    expect(await titles('parasol')).toEqual([]);
    await ada.post(`/api/tasks/${id}/undo`);
    expect(await titles('parasol')).toEqual(['Parasol']);
    const routine = (await ada.post('/api/recurring_tasks', { title: 'Sharpen', rrule: 'FREQ=YEARLY', start_date: '2027-06-01' })).body;
    expect(await titles('sharpen')).toEqual(['Sharpen']);
    await ada.delete(`/api/recurring_tasks/${routine.id}`);
    expect(await titles('sharpen')).toEqual([]);
  });

  it('looks through long descriptions, and shows 200 characters of them at most', async () => {
    const long = `${'lorem ipsum '.repeat(300)}needle in a haystack ${'dolor sit '.repeat(300)}`;
    await made('Long', { description: long });
    const [found] = await results('needle');
    expect(found).toMatchObject({ title: 'Long', excerpt: expect.stringContaining('needle in a haystack') });
    expect(found?.excerpt?.length).toBeLessThanOrEqual(200);
    expect(long).toContain(found?.excerpt);
    expect(await titles('long -needle')).toEqual([]);
    expect(await titles('long -pin')).toEqual(['Long']);
    expect(await titles('"lorem ipsum" long')).toEqual(['Long']);
  });

  it('refuses what cannot be read, and names it', async () => {
    for (const [q, named] of [
      ['is:done', 'is:done'],
      ['due:2026-02-30', 'due:2026-02-30'],
      ['priority:urgent', 'priority:urgent'],
      ['"open', '"open'],
    ] as const) {
      const { status, body } = await ada.get(path(q));
      expect([status, body.code, Object.keys(body.errors)]).toEqual([422, 'validation_failed', ['q']]);
      expect(body.errors.q[0]).toContain(named);
    }
    for (const wrong of ['/api/search', path(''), path(' '), path('x'.repeat(201)), path('a b c d e f g h i j k'), path('x', '&limit=201')])
      expect((await ada.get(wrong)).status).toBe(422);
    expect((await ada.get(path('x', '&after=other'))).body.errors).toHaveProperty('after');
    for (const [wrong, field] of [
      ['&count=1', 'count'],
      ['&tasks=all', 'tasks'],
    ] as const)
      expect(Object.keys((await ada.get(path('x', wrong))).body.errors)).toEqual([field]);
  });

  it('says on the first page how much was found, if it is asked for', async () => {
    const first = await ada.get(path('report', '&limit=2&count=true'));
    expect([first.body.length, first.headers.get('total-count')]).toEqual([2, '4']);
    const next = /^<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await ada.get(next)).headers.get('total-count')).toBeNull();
    expect((await ada.get(path('report', '&limit=2'))).headers.get('total-count')).toBeNull();
    expect((await ada.get(path('nothing at all', '&count=true'))).headers.get('total-count')).toBe('0');
  });

  it('gives archived tasks whole, if they are asked for', async () => {
    const { body } = await ada.get(path('report is:archived', '&tasks=archived'));
    const [{ id }] = body;
    expect(body).toEqual([{ ...(await results('report is:archived'))[0], task: (await ada.get(`/api/tasks/${id}`)).body }]);
    expect((await ada.get(path('quarterly', '&tasks=archived'))).body[0]).not.toHaveProperty('task');
  });

  it.each([
    ['200 nested parentheses', `${'('.repeat(100)}${')'.repeat(100)}`, 200],
    ['a pattern that would be slow', `${'(a+)+'.repeat(39)}$`, 200],
    ['200 signs that exclude', '-'.repeat(200), 200],
    ['200 tag signs', '#'.repeat(200), 200],
    ['ten words of one letter each', 'a b c d e f g h i j', 200],
    ['one letter with 199 accents', `a${'\u0301'.repeat(199)}`, 200],
    ['200 characters that each become 18', 'ﷺ'.repeat(200), 200],
    ['families of emoji', '👨‍👩‍👧‍👦'.repeat(28), 200],
    ['a text that runs from right to left', 'دوستی‌ها "בית ספר"', 200],
    ['commands of SQL and HTML', "%' OR 1=1 -- <script>alert(1)</script>", 200],
    ['a hundred pairs of quotation marks', '""'.repeat(100), 422],
    ['200 colons', 'is:'.repeat(66), 422],
    ['10,000 characters', 'x'.repeat(10_000), 422],
    ['a zero character', 'a\u0000b', 422],
  ])('answers %s at once, with what is found or with what is wrong', async (name, q, status) => {
    const answer = await ada.get(path(q));
    expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([status, status === 422 ? ['q'] : []]);
    const saved = await ada.post('/api/filters', { name, query: q });
    expect([saved.status, Object.keys(saved.body.errors ?? {})]).toEqual(status === 422 ? [422, ['query']] : [201, []]);
  });

  it('finds nothing of somebody else', async () => {
    const eve = await member(server, 'eve@example.org');
    expect(await titles('report', eve)).toEqual([]);
    expect((await eve.get(path('is:open', '&limit=1'))).headers.get('link')).toBeNull();
  });
});
