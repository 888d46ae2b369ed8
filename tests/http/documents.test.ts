import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REFUSALS } from '../../src/contracts/refusals.ts';
import { Client } from '../support/client.ts';
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

  it('has of every path all methods that a refusal of another one allows', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    for (const [path, operations] of Object.entries(body.paths as Record<string, object>)) {
      const taken = new Set(Object.keys(operations));
      const [other] = METHODS.filter((method) => !taken.has(method));
      const answer = await anyone.send((other as string).toUpperCase(), path.replaceAll(/\{\w+\}/g, 'some'));
      const allowed = (answer.headers.get('allow') ?? '').toLowerCase().split(', ');
      expect([path, answer.status, allowed.filter((method) => method !== 'head').sort()]).toEqual([path, 405, [...taken].sort()]);
    }
  });

  it('is OpenAPI 3.1 whose operations are named once, answer, and take the parameters of their path', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Vouch' } });
    const ids = new Set<string>();
    for (const [path, operations] of Object.entries(
      body.paths as Record<string, Record<string, { operationId: string; responses: object; parameters?: { name: string; in: string }[] }>>,
    )) {
      for (const [method, operation] of Object.entries(operations)) {
        expect(METHODS).toContain(method);
        expect(
          Object.keys(operation.responses).some((status) => Number(status) < 300),
          `${method} ${path}`,
        ).toBe(true);
        expect(ids.has(operation.operationId), operation.operationId).toBe(false);
        ids.add(operation.operationId);
        const named = (operation.parameters ?? []).filter((one) => one.in === 'path').map((one) => `{${one.name}}`);
        expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
      }
    }
  });

  it('refers only to components that it holds', async () => {
    const { text, body } = await anyone.get('/api/openapi.json');
    for (const [, name] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      expect(body.components.schemas).toHaveProperty(name as string);
    expect(body.components.schemas.Problem.required).toContain('code');
  });

  it('gives every single thing a strong ETag, except what is made for each answer', async () => {
    const { body } = await anyone.get('/api/openapi.json');
    // The answer with a session holds a new token, and a report says when it was made.
    const anew = ['/api/auth/session', '/api/reports/daily', '/api/reports/weekly', '/api/reports/overall'];
    const untagged = Object.entries(body.paths as Record<string, Record<string, Described>>).flatMap(([path, { get }]) => {
      const answer = get?.responses['200'];
      const schema = answer?.content?.['application/json']?.schema;
      return schema && schema.type !== 'array' && answer?.headers?.ETag === undefined && !anew.includes(path) ? [path] : [];
    });
    expect(untagged).toEqual([]);
  });
});

describe('the page to read it', () => {
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
