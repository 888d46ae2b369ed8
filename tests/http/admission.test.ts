import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { declareCall, jsonBody, optionalJsonBody, SCOPES } from '../../src/contracts/call.ts';
import { type Principal, partnerPrincipal } from '../../src/http/kernel/principal.ts';
import { notFound } from '../../src/http/kernel/problems.ts';
import { json, type Route, route } from '../../src/http/kernel/route.ts';
import { describeRoutes } from '../../src/http/openapi.ts';
import type { Plans } from '../../src/ports/billing.ts';
import { Client, member, PASSWORD } from '../support/client.ts';
import { FREE, PRO } from '../support/plans.ts';
import { mountMore, startTestServer, type TestServer } from '../support/server.ts';

const person = (owner: string, scopes: Principal['scopes']): Principal => ({
  owner,
  actor: { kind: 'user', id: owner },
  means: 'personal_token',
  scopes,
  session: null,
});
const PEOPLE = {
  reader: person('ada', ['tasks:read']),
  writer: person('ada', ['tasks:read', 'tasks:write']),
  payer: person('pro', SCOPES),
  partner: partnerPrincipal('ada', 'bob'),
};

const common = { tag: 'Test', replies: { 200: { description: 'Done' } } } as const;
const takeScoped = declareCall({
  ...common,
  method: 'POST',
  path: '/more/scoped',
  summary: 'Needs a scope',
  description: 'Made for a test.',
  access: 'user',
  scopes: ['tasks:write'],
  body: optionalJsonBody(z.strictObject({})),
});
const changePaid = declareCall({
  ...common,
  method: 'PUT',
  path: '/more/paid/{id}',
  summary: 'Needs a plan',
  access: 'user',
  scopes: ['tasks:write'],
  entitlement: 'pro',
  body: jsonBody(z.strictObject({ title: z.string() })),
});
const readGone = declareCall({
  ...common,
  method: 'GET',
  path: '/more/gone',
  summary: 'Finds its account deleted',
  access: 'user',
});
const readPlain = declareCall({ ...common, method: 'GET', path: '/more/plain', summary: 'Open', access: 'anyone' });

const ROUTES: readonly Route[] = [
  route(takeScoped, {
    handle: async ({ principal: { owner, actor, means } }) => json(200, { owner, actor, means }),
  }),
  route(changePaid, {
    async exists({ params }) {
      if (params.id !== 'here') throw notFound();
    },
    handle: async ({ body }) => json(200, body),
  }),
  route(readGone, {
    handle: () => Promise.reject(notFound()),
  }),
  route(readPlain, { handle: async () => json(200, {}) }),
];

let server: TestServer;
let ada: Client;
let token: { authorization: string };
beforeAll(async () => {
  const plans: Plans = { of: async (owner) => (owner === 'pro' ? PRO : FREE) };
  server = await startTestServer({
    wrap: (app) => ({ ...app, plans }),
    more: (router, app) => mountMore(router, app, ROUTES, { people: PEOPLE }),
  });
  for (const owner of ['ada', 'pro']) await server.app.keys.createKey(owner);
  ada = await member(server);
  token = { authorization: `Bearer ${(await ada.get('/api/auth/session')).body.session.access_token}` };
});
afterAll(() => server.dispose());

const as = (who: keyof typeof PEOPLE) => ({ 'x-as': who });
const statusAndCode = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

describe('a route that needs a scope', () => {
  const ask = (headers: Record<string, string> = {}) => new Client(server.url).post('/more/scoped', undefined, headers);

  it('answers 401 without a caller and 403 to a token without the scope', async () => {
    expect(statusAndCode(await ask())).toEqual([401, 'unauthenticated']);
    const refused = await ask(as('reader'));
    expect(statusAndCode(refused)).toEqual([403, 'scope_required']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer error="insufficient_scope", scope="tasks:write"');
  });

  it('refuses a caller before it reads the body', async () => {
    const answer = await new Client(server.url).post('/more/scoped', '{', { ...as('reader'), 'content-type': 'application/json' });
    expect(statusAndCode(answer)).toEqual([403, 'scope_required']);
  });

  it('answers a token with the scope, and a user who is signed in by either means', async () => {
    expect((await ask(as('writer'))).body).toEqual({ owner: 'ada', actor: { kind: 'user', id: 'ada' }, means: 'personal_token' });
    expect((await ada.post('/more/scoped')).body).toMatchObject({ means: 'session' });
    expect((await ask(token)).body).toMatchObject({ means: 'access_token' });
  });

  it('is not available with the link in a message to a partner', async () => {
    expect(statusAndCode(await ask(as('partner')))).toEqual([401, 'unauthenticated']);
  });

  it('keeps answers under an Idempotency-Key for the owner', async () => {
    const key = { 'idempotency-key': 'one' };
    expect((await ask({ ...as('writer'), ...key })).headers.get('idempotency-replayed')).toBeNull();
    expect((await ask({ ...as('writer'), ...key })).headers.get('idempotency-replayed')).toBe('true');
    expect((await ask({ ...as('payer'), ...key })).headers.get('idempotency-replayed')).toBeNull();
  });
});

describe('a route that needs a plan', () => {
  const put = (id: string, body: unknown, who: keyof typeof PEOPLE) => new Client(server.url).put(`/more/paid/${id}`, body, as(who));

  it('is refused in the order that the API promises: 403 for the scope, 422, 404, 403 for the plan', async () => {
    expect(statusAndCode(await put('none', { title: 7 }, 'reader'))).toEqual([403, 'scope_required']);
    expect(statusAndCode(await put('none', { title: 7 }, 'writer'))).toEqual([422, 'validation_failed']);
    expect(statusAndCode(await put('none', { title: 'A' }, 'writer'))).toEqual([404, 'not_found']);
    expect(statusAndCode(await put('here', { title: 'A' }, 'writer'))).toEqual([403, 'premium_required']);
    expect((await put('here', { title: 'A' }, 'payer')).body).toEqual({ title: 'A' });
  });
});

describe('a call without an id in its path', () => {
  it('answers that nobody is signed in if the account was deleted meanwhile', async () => {
    const refused = await ada.get('/more/gone');
    expect(statusAndCode(refused)).toEqual([401, 'unauthenticated']);
    expect(refused.headers.get('www-authenticate')).toBe('Bearer');
  });
});

describe('a call that needs the cookie', () => {
  it('gives no new token to a caller with an access token', async () => {
    const { body } = await new Client(server.url).get('/api/auth/session', token);
    expect(body).toMatchObject({ user: { email: 'ada@example.org' }, session: null });
  });

  it('does not change a password or delete an account for a caller with an access token', async () => {
    const change = { current_password: PASSWORD, new_password: 'another plain stone bridge' };
    expect(statusAndCode(await new Client(server.url).post('/api/auth/password', change, token))).toEqual([403, 'cookie_needed']);
    expect(statusAndCode(await new Client(server.url).delete('/api/settings/account', undefined, token))).toEqual([403, 'cookie_needed']);
    expect((await ada.get('/api/auth/user')).status).toBe(200);
    expect((await new Client(server.url).post('/api/auth/signin', { email: 'ada@example.org', password: PASSWORD })).status).toBe(200);
  });
});

/** Calls that use POST only because their work takes long. */
const CHANGE_NOTHING = ['POST /api/ai/assist'];

// biome-ignore lint/suspicious/noExplicitAny: looks into a document
const operation = (document: any, method: string, path: string) => document.paths[path][method];

describe('the OpenAPI document', () => {
  it('names for each call the accepted credentials, scopes and plan', () => {
    const document = describeRoutes(ROUTES, false);
    expect(operation(document, 'post', '/more/scoped')).toMatchObject({
      description: 'Made for a test. Scope: `tasks:write`.',
      security: [{ session: [] }, { bearer: [] }, { personal_token: ['tasks:write'] }],
      'x-means': ['session', 'access_token', 'personal_token'],
      'x-scopes': ['tasks:write'],
    });
    const paid = operation(document, 'put', '/more/paid/{id}');
    expect(paid).toMatchObject({ 'x-entitlement': 'pro', description: 'Scope: `tasks:write`. Part of the plan Pro.' });
    expect(paid.responses['403'].description).toContain('`premium_required`');
    expect(operation(document, 'post', '/more/scoped').responses['403'].description).toContain('`scope_required`');
    expect(operation(document, 'get', '/more/plain').security).toEqual([{}]);
  });

  it('names for every call who may use it, and refuses personal tokens for the listed calls only', async () => {
    const { body } = await new Client(server.url).get('/api/openapi.json');
    const calls = Object.entries(body.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, one]) => ({ call: `${method.toUpperCase()} ${path}`, one })),
    );
    const closed = calls.filter(({ one }) => one['x-means'] && (one['x-scopes'] as string[]).length === 0).map(({ call }) => call);
    expect(closed.sort()).toEqual([
      'DELETE /api/oauth/github',
      'DELETE /api/oauth/google',
      'DELETE /api/settings/account',
      'DELETE /api/tokens/{id}',
      'GET /api/auth/me',
      'GET /api/auth/session',
      'GET /api/auth/user',
      'GET /api/oauth/github',
      'GET /api/oauth/google',
      'GET /api/oauth/state',
      'GET /api/settings/account/export',
      'GET /api/settings/account/export/{token}',
      'GET /api/settings/account/exports',
      'GET /api/settings/subscription',
      'GET /api/subscriptions/invoices',
      'GET /api/subscriptions/status',
      'GET /api/tokens',
      'POST /api/auth/password',
      'POST /api/auth/signout',
      'POST /api/contact-sales',
      'POST /api/settings/account/delete-cancel',
      'POST /api/settings/subscription',
      'POST /api/subscriptions/cancel',
      'POST /api/subscriptions/checkout-session',
      'POST /api/subscriptions/portal-session',
      'POST /api/subscriptions/resume',
      'POST /api/subscriptions/trial',
      'POST /api/subscriptions/update-status',
      'POST /api/tokens',
    ]);
    const reads = (call: string) => call.startsWith('GET') || CHANGE_NOTHING.includes(call);
    for (const { call, one } of calls.filter(({ one }) => ((one['x-scopes'] as string[]) ?? []).length > 0))
      expect((one['x-scopes'] as string[]).at(-1)?.endsWith(reads(call) ? ':read' : ':write'), call).toBe(true);
    expect(operation(body, 'delete', '/api/settings/account')).toMatchObject({
      security: [{ session: [] }],
      'x-means': ['session'],
    });
    expect(operation(body, 'delete', '/api/settings/account').responses['403'].description).toContain('`cookie_needed`');
  });
});

describe('an access token', () => {
  it('gets no session and no other token from any call, and extends no session', async () => {
    const bob = await member(server, 'bob@example.org');
    server.stores.clock.advance('PT1439M');
    const { access_token } = (await bob.get('/api/auth/session')).body.session;
    // By now a use of the cookie would prolong the session.
    server.stores.clock.advance('PT2M');
    const { body } = await new Client(server.url).get('/api/openapi.json');
    const calls = Object.entries(body.paths as Record<string, object>)
      .flatMap(([path, operations]) => Object.keys(operations).map((method) => ({ path: path.replaceAll(/\{\w+\}/g, 'x'), method })))
      .filter(({ path }) => !/signout|openapi|docs$/.test(path));
    expect(calls.length).toBeGreaterThan(50);
    for (const { path, method } of calls) {
      const bodied = method === 'post' || method === 'put' || method === 'patch';
      const headers = { authorization: `Bearer ${access_token}` };
      // The answer to a GET of this path goes on until the client leaves.
      const sent = path === '/api/live' ? 'HEAD' : method.toUpperCase();
      const answer = await new Client(server.url).send(sent, path, bodied ? {} : undefined, headers);
      expect([path, answer.headers.getSetCookie()]).toEqual([path, []]);
      expect(answer.text, path).not.toContain('access_token');
    }
    expect((await bob.get('/api/auth/user')).status).toBe(200);
    const out = await new Client(server.url).post('/api/auth/signout', undefined, { authorization: `Bearer ${access_token}` });
    expect([out.status, (await bob.get('/api/auth/user')).status], 'a token signs out, which gives nothing').toEqual([204, 401]);
  });
});
