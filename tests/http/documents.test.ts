import { readFileSync, writeFileSync } from 'node:fs';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { REFUSALS } from '../../src/contracts/refusals.ts';
import { localDate, zone } from '../../src/contracts/time.ts';
import { Client, member } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let anyone: Client;
beforeAll(async () => {
  server = await startTestServer();
  anyone = new Client(server.url);
});
afterAll(() => server.dispose());

interface Described {
  readonly responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: { type?: string } }> }>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

describe('the OpenAPI document', () => {
  it('describes exactly the calls that the router serves', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    const described = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(server.http.served.map(({ method, path }) => `${method} ${path}`).sort());
    expect(described.length).toBeGreaterThan(30);
  });

  it('names for every path all methods that a refusal with 405 allows', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    for (const [path, operations] of Object.entries(body.paths as Record<string, object>)) {
      const taken = new Set(Object.keys(operations));
      const [other] = METHODS.filter((method) => !taken.has(method));
      const answer = await anyone.send((other as string).toUpperCase(), path.replaceAll(/\{\w+\}/g, 'some'));
      const allowed = (answer.headers.get('allow') ?? '').toLowerCase().split(', ');
      expect([path, answer.status, allowed.filter((method) => method !== 'head').sort()]).toEqual([path, 405, [...taken].sort()]);
    }
  });

  it('is OpenAPI 3.1, and every operation has a name of its own, answers, and the parameters of its path', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Vouch' } });
    const ids = new Set<string>();
    for (const [path, operations] of Object.entries(
      body.paths as Record<string, Record<string, { operationId: string; responses: object; parameters?: { name: string; in: string }[] }>>,
    )) {
      for (const [method, operation] of Object.entries(operations)) {
        expect(METHODS).toContain(method);
        expect(
          Object.keys(operation.responses).some((status) => Number(status) < 400),
          `${method} ${path}`,
        ).toBe(true);
        expect(ids.has(operation.operationId), operation.operationId).toBe(false);
        ids.add(operation.operationId);
        const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
        expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
      }
    }
  });

  it('refers only to components that it contains', async () => {
    const { text, body } = await anyone.get('/api/openapi.json');
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(body.components.schemas).toHaveProperty(name as string);
    expect(body.components.schemas.Problem.required).toContain('code');
  });

  it('names a strong ETag for every single object, except objects that are made for each answer', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    // These answers differ each time: a session has a new token, a state is new, and a report has the time at which it was made.
    const reports = ['daily', 'weekly', 'overall', 'procrastination'].map((name) => `/api/reports/${name}`);
    const anew = ['/api/auth/session', '/api/oauth/state', ...reports];
    const untagged = Object.entries(body.paths as Record<string, Record<string, Described>>).flatMap(([path, { get }]) => {
      const answer = get?.responses['200'];
      const schema = answer?.content?.['application/json']?.schema;
      return schema && schema.type !== 'array' && answer?.headers?.ETag === undefined && !anew.includes(path) ? [path] : [];
    });
    expect(untagged).toEqual([]);
  });
});

describe('what every call can answer', () => {
  type Operation = Described & { readonly parameters?: { readonly name: string; readonly in: string; readonly schema: object }[] };
  let operations: [name: string, operation: Operation][];
  let schemas: Record<string, { properties: Record<string, object> }>;
  beforeAll(async () => {
    const { body } = await anyone.get('/api/openapi.json');
    operations = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method.toUpperCase()} ${path}`, operation]),
    );
    schemas = body.components.schemas;
  });
  const without = (status: string, names = /./) => operations.filter(([name, { responses }]) => names.test(name) && !responses[status]);

  it('contains the refusals of any call, with their codes in the schema and how long to wait', () => {
    for (const status of ['408', '421', '429', '431', '500', '503']) expect(without(status), status).toEqual([]);
    expect(without('422', /^POST/)).toEqual([]);
    for (const [name, { responses }] of operations) {
      expect([name, Object.keys(responses['429']?.headers ?? {}), Object.keys(responses['503']?.headers ?? {})]).toEqual([
        name,
        ['Retry-After'],
        ['Retry-After'],
      ]);
      expect(JSON.stringify(responses['429']?.content), name).toMatch(/"code":\{"enum":\[[^\]]*"rate_limited"/);
    }
    expect(Object.keys(schemas.Problem?.properties ?? {})).toContain('code');
  });

  it('contains the refusal of header fields that are too large, and the server answers in this way', async () => {
    const answer = await fetch(`${server.url}/api/auth/me`, { headers: { 'x-long': 'a'.repeat(17_000) } });
    expect([answer.status, await answer.text()]).toEqual([431, '']);
  });

  it('contains the refusal of an invalid Idempotency-Key, also where there is no body', async () => {
    const refused = await anyone.post('/api/auth/resend', { email: 'nobody@example.org' }, { 'Idempotency-Key': 'two words' });
    expect([refused.status, refused.body.code]).toEqual([422, 'validation_failed']);
    const [, described] = operations.find(([name]) => name === 'POST /api/tasks/{id}/undo') ?? [];
    expect(JSON.stringify(described?.responses['422'])).toContain('validation_failed');
    const key = described?.parameters?.find(({ name }) => name === 'Idempotency-Key')?.schema;
    expect(key).toMatchObject({ pattern: '^[\\x21-\\x7e]{1,255}$' });
  });

  it('contains the refusal of an invalid date in the path', async () => {
    const ada = await member(server);
    for (const send of [ada.get, ada.post]) {
      const refused = await send('/api/days/2026-02-30/nothing-due');
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['date']]);
    }
    expect(without('422', /nothing-due/)).toEqual([]);
  });

  it('contains a page for calls that people reach by a link', () => {
    const [, { responses }] = operations.find(([name]) => name.endsWith('/export/{token}')) as [string, Operation];
    for (const status of ['401', '404']) expect(Object.keys(responses[status]?.content ?? {})).toContain('text/html');
    expect(Object.keys(responses['429']?.content ?? {})).toEqual(['application/problem+json']);
  });

  it('describes input by patterns that match everything that is accepted', () => {
    const patternOf = (schema: { meta(): unknown }): RegExp => new RegExp((schema.meta() as { pattern: string }).pattern, 'u');
    for (const date of ['1900-01-01', '2024-02-29', '2100-12-31']) {
      expect([localDate.safeParse(date).success, patternOf(localDate).test(date)]).toEqual([true, true]);
    }
    for (const date of ['1899-12-31', '2101-01-01', '2026-13-01', '2026-1-1']) expect(patternOf(localDate).test(date)).toBe(false);
    for (const name of [...Intl.supportedValuesOf('timeZone'), 'UTC', 'Etc/GMT+5', 'EST5EDT', 'America/Argentina/Buenos_Aires'])
      expect([name, zone.safeParse(name).success, patternOf(zone).test(name)]).toEqual([name, true, true]);
  });
});

describe('the page that shows the document', () => {
  it('shows every call, needs no other host and runs no script', async () => {
    const { status, headers, text } = await anyone.get('/api/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { path } of server.http.served) expect(text).toContain(path);
    expect(text).not.toMatch(/<script|https?:\/\//);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('has an anchor for every code of a refusal, and no broken link', async () => {
    const { text } = await anyone.get('/api/docs');
    const anchors = new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    // The type checker accepts no other code in `Refusal` and `RuleViolation`.
    expect(Object.keys(REFUSALS)).toEqual(expect.arrayContaining(['not_accepted', 'premium_required']));
    for (const code of Object.keys(REFUSALS)) expect(anchors, code).toContain(code);
    for (const [, target] of text.matchAll(/href="#([^"]+)"/g)) expect(anchors, target).toContain(target);
  });
});

/** The document as it was when it was last changed on purpose: JSON, compressed, since it has 800 kB. */
const KEPT = new URL('openapi.json.zst', import.meta.url);

type Operations = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
const operationsIn = (document: string): ReadonlyMap<string, unknown> =>
  new Map(
    Object.entries(JSON.parse(document).paths as Operations).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

/** VOUCH_KEEP_OPENAPI=1 in the environment of this test stores an intended change. */
describe('the stored OpenAPI document', () => {
  let server: TestServer;
  let document = '';
  let kept = '';
  beforeAll(async () => {
    server = await startTestServer();
    document = await (await fetch(`${server.url}/api/openapi.json`)).text();
    if (process.env.VOUCH_KEEP_OPENAPI === '1') writeFileSync(KEPT, zstdCompressSync(document));
    kept = zstdDecompressSync(readFileSync(KEPT)).toString();
  });
  afterAll(() => server?.dispose());

  test('describes every call as before', () => {
    const [now, before] = [operationsIn(document), operationsIn(kept)];
    expect([...now.keys()]).toEqual([...before.keys()]);
    for (const [name, operation] of now) expect({ [name]: operation }).toEqual({ [name]: before.get(name) });
  });
  test('is the same byte by byte', () => {
    expect(document === kept).toBe(true);
  });
});
