import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Answered, Client } from '../support/client.ts';
import { location } from '../support/connecting.ts';
import { type Served, startServed } from '../support/ways.ts';

let served: Served;
beforeAll(async () => {
  served = await startServed();
});
afterAll(() => served.dispose());

/** Fills in the form of the consent server as a browser does, and comes back with its answer. */
async function answer(client: Client, to: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
  const url = new URL(to);
  const page = await client.get(url.pathname + url.search);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const hidden = [...page.text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]);
  const form = new URLSearchParams({ ...Object.fromEntries(hidden), ...fields });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: served.url };
  const sent = await client.send('POST', url.pathname, form.toString(), headers);
  const back = new URL(location(sent));
  return client.get(back.pathname + back.search);
}
const ALLOW = { answer: 'allow', email: 'eve@example.org', verified: 'on' };

test('the consent server takes the place of Google and GitHub: connecting, renewing, disconnecting', async () => {
  const ada = await served.member('ada@example.org');
  const { state } = (await ada.get('/api/oauth/state')).body;
  const connected = await answer(ada, location(await ada.get(`/api/oauth/google?state=${state}`)), ALLOW);
  expect(location(connected)).toBe('/oauth/redirect?platform=google&status=connected');
  const github = await answer(ada, location(await ada.get('/api/oauth/github')), ALLOW);
  expect(location(github)).toBe('/oauth/redirect?platform=github&status=connected');
  const owner = (await ada.get('/api/auth/user')).body.user.id;
  const before = await served.app.connections.tokenOf(owner, 'google');
  await served.advance('PT2H');
  const after = await served.app.connections.tokenOf(owner, 'google');
  expect([after?.id, after?.token === before?.token]).toEqual([before?.id, false]);
  for (const platform of ['google', 'github']) expect((await ada.delete(`/api/oauth/${platform}`)).status).toBe(204);
  expect(await served.app.providerTokens.revocations()).toEqual([]);
  expect((await ada.get('/api/oauth/status')).body.map(({ connected: is }: { connected: boolean }) => is)).toEqual([false, false]);
});

test('the consent server lets people deny, and refuses requests that are not the program’s', async () => {
  const bob = await served.member('bob@example.org');
  const to = location(await bob.get('/api/oauth/github'));
  expect(location(await answer(bob, to, { answer: 'deny' }))).toBe('/oauth/redirect?platform=github&status=error&code=access_denied');
  const elsewhere = new URL(to);
  elsewhere.searchParams.set('redirect_uri', 'https://evil.example/api/oauth/github/callback');
  const refused = await bob.get(elsewhere.pathname + elsewhere.search);
  expect([refused.status, refused.text.includes('redirect_uri_mismatch')]).toEqual([400, true]);
});

test.each(['google', 'github'])('the consent server signs people in with %s if the address is verified there', async (platform) => {
  const browser = new Client(served.url);
  const start = async () => location(await browser.get(`/api/auth/oauth/${platform}`));
  expect(location(await answer(browser, await start(), { answer: 'allow', email: 'fay@example.org' }))).toMatch(/^\/auth\?error=/);
  expect(location(await answer(browser, await start(), { ...ALLOW, email: `${platform}@example.org` }))).toBe('/dashboard');
  expect((await browser.get('/api/auth/user')).body.user.email).toBe(`${platform}@example.org`);
});
