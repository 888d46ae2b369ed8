import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
let anyone: Client;
beforeAll(async () => {
  server = await startTestServer();
  anyone = new Client(server.url);
});
afterAll(() => server.dispose());

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
});

describe('the page to read it', () => {
  it('shows every call, needs no other host and runs no script', async () => {
    const { status, headers, text } = await anyone.get('/api/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const { path } of server.http.served) expect(text).toContain(path);
    expect(text).not.toMatch(/<script|https?:\/\//);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});
