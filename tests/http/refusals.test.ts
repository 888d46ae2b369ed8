import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { problem } from '../../src/contracts/refusals.ts';
import { shadowingPaths } from '../../src/http/kernel/dispatch.ts';
import { type Client, member, Client as Visitor } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let ada: Client;
let taskId: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await member(server);
});
beforeEach(async () => {
  taskId = (await ada.post('/api/tasks', { title: 'Untouched' })).body.id;
});
afterAll(() => server.dispose());

const refused = (answer: { status: number; body: unknown; headers: Headers }) => {
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const body = problem.parse(answer.body);
  expect(body.status).toBe(answer.status);
  return [answer.status, body.code];
};
const state = async () => [await server.app.store.head(), (await ada.get('/api/tasks')).text];

/** Sends a raw request, so that headers such as Host can have any value. */
const raw = (headers: Record<string, string>, path = '/api/auth/me'): Promise<number> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode as number);
    })
      .on('error', reject)
      .end();
  });

describe('paths and methods', () => {
  it('answers 404 for an unknown path to every caller', async () => {
    expect(refused(await new Visitor(server.url).get('/api/nothing'))).toEqual([404, 'not_found']);
    expect(refused(await ada.get('/api/tasks/'))).toEqual([404, 'not_found']);
    expect(refused(await ada.get('/api/recurring'))).toEqual([404, 'not_found']);
  });

  it('answers 405 with the allowed methods, before it checks who asks', async () => {
    const answer = await new Visitor(server.url).delete('/api/tasks', undefined, { origin: 'http://evil.example' });
    expect(refused(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST']);
  });

  it('allows only its own methods on a path that another path could read as an id', async () => {
    const shadowing = shadowingPaths(server.http.served as Parameters<typeof shadowingPaths>[0]);
    const verifications = ['code-by-url', 'history', 'pending', 'stats'].map((name) => `/api/verifications/${name}`);
    const read = ['/api/tasks/archived', '/api/tasks/missed', ...verifications].map((path) => [path, ['HEAD', 'GET']]);
    const written = ['files/uploads', 'tasks/bulk', 'verifications/email-tasks/send', 'verifications/uploadEmailAttachment'];
    const both = [['/api/verifications/email-tasks', ['HEAD', 'GET', 'POST']]];
    expect([...shadowing].sort()).toEqual([...read, ...both, ...written.map((path) => [`/api/${path}`, ['POST']])].sort());
    for (const [path, allowed] of shadowing)
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !allowed.includes(each))) {
        const answer = await ada.send(method, path, method === 'GET' ? undefined : {});
        expect([refused(answer), answer.headers.get('allow')]).toEqual([[405, 'method_not_allowed'], allowed.join(', ')]);
      }
  });

  it('answers 421 for another host', async () => {
    expect(await raw({ host: 'evil.example' })).toBe(421);
    expect(await raw({ host: `localhost:${new URL(server.url).port}` })).toBe(200);
  });
});

describe('other sites', () => {
  it.each([
    ['another origin', { origin: 'https://evil.example' }],
    ['Origin: null', { origin: 'null' }],
    ['the same host at another port', { origin: 'http://127.0.0.1:1' }],
    ['a cross-site fetch without an origin', { 'sec-fetch-site': 'cross-site' }],
    ['a same-site fetch without an origin', { 'sec-fetch-site': 'same-site' }],
  ])('refuses a write from %s, and nothing changes', async (_what, headers) => {
    const before = await state();
    expect(refused(await ada.post('/api/tasks', { title: 'Not mine' }, headers))).toEqual([403, 'cross_site']);
    expect(refused(await new Visitor(server.url).post('/api/auth/signin', { email: 'ada@example.org', password: 'x' }, headers))).toEqual([
      403,
      'cross_site',
    ]);
    expect(await state()).toEqual(before);
  });

  it('accepts writes from its own origins, from programs, and with a bearer token from any origin', async () => {
    const { port } = new URL(server.url);
    for (const headers of [
      { origin: server.url },
      { origin: `http://localhost:${port}` },
      { 'sec-fetch-site': 'same-origin' },
      {},
    ] as Record<string, string>[])
      expect((await ada.post('/api/tasks', { title: 'Mine' }, headers)).status).toBe(201);
    const { session } = (await ada.get('/api/auth/session')).body;
    const bearer = { authorization: `Bearer ${session.access_token}`, origin: 'https://tool.example' };
    expect((await new Visitor(server.url).post('/api/tasks', { title: 'By a tool' }, bearer)).status).toBe(201);
  });
});

describe('the order of checking', () => {
  const evil = { origin: 'https://evil.example' };
  const wrong = { 'content-type': 'text/plain' };
  const huge = `{"title":"${'a'.repeat(1_100_000)}"}`;
  it.each([
    ['the site before the session', () => new Visitor(server.url).post('/api/tasks', '{', { ...evil, ...wrong }), [403, 'cross_site']],
    ['the session before the body', () => new Visitor(server.url).post('/api/tasks', huge, wrong), [401, 'unauthenticated']],
    ['the size before the type', () => ada.post('/api/tasks', huge, wrong), [413, 'too_large']],
    ['the type before the syntax', () => ada.post('/api/tasks', '{', wrong), [415, 'unsupported_media_type']],
    [
      'the syntax before the fields',
      () => ada.post('/api/tasks', '{"title": 7', { 'content-type': 'application/json' }),
      [400, 'malformed'],
    ],
    ['the fields before the existence', () => ada.put('/api/tasks/none', { title: '' }, { 'if-match': '"9"' }), [422, 'validation_failed']],
    ['the existence before the precondition', () => ada.put('/api/tasks/none', { title: 'A' }, { 'if-match': '"9"' }), [404, 'not_found']],
    [
      'the precondition before the rules',
      () => ada.post(`/api/tasks/${taskId}/undo`, undefined, { 'if-match': '"9"' }),
      [412, 'precondition_failed'],
    ],
    ['the rules last', () => ada.post(`/api/tasks/${taskId}/undo`), [409, 'nothing_to_undo']],
  ] as const)('checks %s', async (_what, ask, expected) => {
    expect(refused(await ask())).toEqual(expected);
  });
});

describe('hostile bodies', () => {
  const jsonType = { 'content-type': 'application/json' };
  it.each([
    ['malformed JSON', '{"title":', 400],
    ['invalid UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
    ['an empty body of JSON', '', 400],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['a number', '7', 422],
    ['text', '"title"', 422],
    ['a title of a wrong type', '{"title":7}', 422],
    ['a query instead of a title', '{"title":{"$gt":""}}', 422],
    ['NUL in a title', '{"title":"a\\u0000b"}', 422],
    ['a control character in a title', '{"title":"a\\u0007b"}', 422],
    ['a lone surrogate', '{"title":"a\\ud800b"}', 422],
    ['a lone surrogate in a description', '{"title":"a","description":"\\udfff"}', 422],
    ['__proto__', '{"title":"a","__proto__":{"priority":"high"}}', 422],
    ['constructor', '{"title":"a","constructor":{"prototype":{"x":1}}}', 422],
    ['a number in quotes', '{"title":"a","estimate_minutes":"5"}', 422],
    ['an invalid date', '{"title":"a","due_date":"2027-02-29"}', 422],
    ['an instant instead of a date', '{"title":"a","due_date":"2027-02-28T00:00:00Z"}', 422],
    ['a date beyond 2100', '{"title":"a","due_date":"2101-01-01"}', 422],
    ['a title of 201 characters', JSON.stringify({ title: '𝒂'.repeat(201) }), 422],
    ['deep nesting', `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 400],
  ])('refuses %s with a problem, and nothing changes', async (_what, body, status) => {
    const before = await state();
    for (const [method, path] of [
      ['POST', '/api/tasks'],
      ['PUT', `/api/tasks/${taskId}`],
      ['PATCH', `/api/tasks/${taskId}/status`],
      ['POST', '/api/auth/signup'],
      ['PUT', '/api/settings/profile'],
    ] as const) {
      const answer = await ada.send(method, path, body, jsonType);
      expect([path, refused(answer)[0]]).toEqual([path, status]);
    }
    expect(await state()).toEqual(before);
    expect(({} as { priority?: string }).priority).toBeUndefined();
    expect(server.faults).toEqual([]);
  });

  it('names unknown fields, __proto__ among them', async () => {
    const { body } = await ada.post('/api/tasks', '{"title":"a","__proto__":{},"$where":"1","id":"x"}', jsonType);
    expect(Object.keys(body.errors).sort()).toEqual(['$where', '__proto__', 'id']);
  });

  it.each([1_048_577, 10_000_000])('refuses a body of %d bytes, with or without Content-Length, and nothing changes', async (size) => {
    const before = await state();
    const body = `{"title":"${'a'.repeat(size - 12)}"}`;
    expect(refused(await ada.post('/api/tasks', body, jsonType))).toEqual([413, 'too_large']);
    const stream = new Blob([body]).stream();
    const chunked = await fetch(`${server.url}/api/tasks`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: { ...jsonType, cookie: ada.cookie as string },
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect(await state()).toEqual(before);
  });

  it('do not include 200 characters of any script or a body of exactly one megabyte, which are accepted', async () => {
    const title = '𝒂'.repeat(200);
    expect((await ada.post('/api/tasks', { title })).body.title).toBe(title);
    const padded = `{"title":"a"${' '.repeat(1_048_576 - 13)}}`;
    expect((await ada.post('/api/tasks', padded, jsonType)).status).toBe(201);
  });

  it.each(['none', '%00', '..%2f..%2fx', 'a'.repeat(5_000), '%ZZ', '__proto__', '%F0%9F'])(
    'answer 404 for a task with the id %s',
    async (id) => {
      expect(refused(await ada.get(`/api/tasks/${id}`))).toEqual([404, 'not_found']);
      expect(refused(await ada.delete(`/api/tasks/${id}`))).toEqual([404, 'not_found']);
    },
  );
});

describe('other people’s tasks', () => {
  it('get exactly the same answer as tasks that do not exist', async () => {
    const eve = await member(server, 'eve@example.org');
    const calls: [string, (id: string) => string, unknown?][] = [
      ['GET', (id) => `/api/tasks/${id}`],
      ['PUT', (id) => `/api/tasks/${id}`, { title: 'Mine now', completed: true }],
      ['DELETE', (id) => `/api/tasks/${id}`],
      ['PATCH', (id) => `/api/tasks/${id}/status`, { completed: true }],
      ['POST', (id) => `/api/tasks/${id}/undo`],
      ['POST', (id) => `/api/tasks/${id}/archive`],
      ['POST', (id) => `/api/tasks/${id}/unarchive`],
      ['GET', (id) => `/api/tasks/${id}/children`],
      ['DELETE', (id) => `/api/tasks/${id}/children`, { children: [taskId] }],
      ['GET', (id) => `/api/audit?task_id=${id}`],
      ['PATCH', (id) => `/api/alerts/${id}/acknowledge`],
    ];
    const before = await state();
    const unknown = crypto.randomUUID();
    for (const [method, path, body] of calls) {
      const theirs = await eve.send(method, path(taskId), body, { 'if-match': '"0"' });
      const nobodys = await eve.send(method, path(unknown), body, { 'if-match': '"0"' });
      expect([method, path(''), theirs.status, theirs.text]).toEqual([method, path(''), 404, nobodys.text]);
      expect(headersOf(theirs.headers)).toEqual(headersOf(nobodys.headers));
    }
    const child = (parent_id: string) => eve.post('/api/tasks', { title: 'A', parent_id });
    expect((await child(taskId)).text).toBe((await child(unknown)).text);
    expect(await state()).toEqual(before);
  });
});

const headersOf = (headers: Headers) => Object.fromEntries([...headers].filter(([name]) => name !== 'date'));
