import { describe, expect, test } from 'vitest';
import { connections } from '../../src/contracts/connection.ts';
import { ProviderUnavailable } from '../../src/ports/oauth.ts';
import { connectionsPart } from '../../src/reports/bundle/account.ts';
import { Client, member } from '../support/client.ts';
import { connectGitHub, connectGoogle, location, startConnecting, toGoogle } from '../support/connecting.ts';

const CONNECTED = '/oauth/redirect?platform=google&status=connected';

const failedWith = (code: string, platform = 'google') => `/oauth/redirect?platform=${platform}&status=error&code=${code}`;
const NOT = { connected: false, userIdOnPlatform: null, scopes: [], connected_at: null, problem: null };

const statusOf = async (client: Client, platform = '') =>
  connections.parse((await client.get(`/api/oauth/status${platform && `?platform=${platform}`}`)).body);
const ownerOf = async (client: Client): Promise<string> => (await client.get('/api/auth/user')).body.user.id;

describe('connecting', () => {
  test('shows all connections or one, without tokens', async () => {
    const server = await startConnecting();
    const ada = await member(server);
    expect(await statusOf(ada)).toEqual([
      { platform: 'google', ...NOT },
      { platform: 'github', ...NOT },
    ]);
    const address = new URL(await toGoogle(ada));
    expect(address.origin + address.pathname).toBe(`${server.google.url}/o/oauth2/v2/auth`);
    expect(address.searchParams.get('scope')).toBe('openid email https://www.googleapis.com/auth/gmail.send');
    expect(address.searchParams.get('code_challenge_method')).toBe('S256');
    expect(location(await ada.get(server.google.allow(address.href)))).toBe(CONNECTED);
    expect(await connectGitHub(ada, server)).toBe('/oauth/redirect?platform=github&status=connected');
    const [google, github] = await statusOf(ada);
    const scopes = ['openid', 'email', 'https://www.googleapis.com/auth/gmail.send'];
    expect(google).toEqual({
      platform: 'google',
      connected: true,
      userIdOnPlatform: '1001',
      scopes,
      connected_at: '2026-11-20T16:00:00.000Z',
      problem: null,
    });
    expect(github).toMatchObject({ connected: true, userIdOnPlatform: '1001', scopes: ['read:user'] });
    expect(await statusOf(ada, 'github')).toEqual([github]);
    expect((await ada.get('/api/oauth/status?platform=gitlab')).status).toBe(422);

    const owner = await ownerOf(ada);
    const token = (await server.app.connections.tokenOf(owner, 'google'))?.token as string;
    const events = JSON.stringify(await server.app.store.readAll('0'.repeat(20), 1_000));
    expect([events.includes(token), events.includes('"1001"')]).toEqual([false, false]);
    const made = (await ada.get('/api/audit')).body.find(({ action }: { action: string }) => action === 'connection.made');
    expect(made).toMatchObject({ actor: { kind: 'user' }, after: { connected: true, user_id_on_platform: '1001' } });
  });

  test('needs a session, a state and a known provider', async () => {
    const server = await startConnecting();
    const nobody = new Client(server.url);
    for (const path of ['status', 'state', 'google?state=x', 'github']) expect((await nobody.get(`/api/oauth/${path}`)).status).toBe(401);
    const ada = await member(server);
    expect((await ada.get('/api/oauth/google')).body.errors).toEqual({ state: ['A state is required.'] });
    expect((await ada.get('/api/oauth/gitlab?state=x')).status).toBe(404);
    expect(location(await ada.get('/api/oauth/google?state=invented'))).toBe(failedWith('state_invalid'));
    expect((await ada.get('/api/oauth/github', { 'sec-fetch-site': 'cross-site' })).body.code).toBe('cross_site');
  });

  test('leads to the redirect page with the code of the error', async () => {
    const server = await startConnecting();
    const { google } = server;
    const ada = await member(server);
    expect(location(await ada.get(google.deny(await toGoogle(ada))))).toBe(failedWith('access_denied'));
    expect(location(await ada.get('/api/oauth/google/callback?error=server_error'))).toBe(failedWith('refused'));
    expect(location(await ada.get('/api/oauth/google/callback'))).toBe(failedWith('state_invalid'));
    expect(location(await ada.get('/api/oauth/github/callback?state=a&state=b&code=c'))).toBe(failedWith('state_invalid', 'github'));
    google.allows = 'openid email';
    expect(await connectGoogle(ada, server)).toBe(failedWith('scope_missing'));
    google.allows = null;
    const used = google.allow(await toGoogle(ada));
    google.used.add(new URL(used, server.url).searchParams.get('code') as string);
    expect(location(await ada.get(used))).toBe(failedWith('refused'));
    google.claims = { nonce: 'another' };
    expect(await connectGoogle(ada, server)).toBe(failedWith('refused'));
    expect((await statusOf(ada))[0]).toMatchObject({ connected: false, problem: null });
  });

  test('accepts a state once, from the session in which it was made, for ten minutes', async () => {
    const server = await startConnecting();
    const { google } = server;
    const ada = await member(server);
    const bob = await member(server, 'bob@example.org');
    const back = google.allow(await toGoogle(ada));
    expect(location(await bob.get(back))).toBe(failedWith('state_invalid'));
    expect(location(await new Client(server.url).get(back))).toBe(failedWith('unauthenticated'));
    expect(location(await ada.send('HEAD', back))).toBe(failedWith('state_invalid'));
    expect(location(await ada.get(back))).toBe(CONNECTED);
    expect(location(await ada.get(back))).toBe(failedWith('state_invalid'));
    expect((await statusOf(bob))[0]).toMatchObject({ connected: false });

    const late = google.allow(await toGoogle(ada));
    server.stores.clock.advance('PT10M');
    expect(location(await ada.get(late))).toBe(failedWith('state_invalid'));
    const other = google.allow(await toGoogle(ada));
    await ada.post('/api/auth/signin', { email: 'ada@example.org', password: 'a plain stone bridge' });
    expect(location(await ada.get(other))).toBe(failedWith('state_invalid'));
  });

  test('works in two popups at once, and again with another account, after which the former tokens are revoked', async () => {
    const server = await startConnecting();
    const { google } = server;
    const ada = await member(server);
    const owner = await ownerOf(ada);
    const [first, second] = [await toGoogle(ada), await toGoogle(ada)];
    const ends = await Promise.all([first, second].map(async (address) => location(await ada.get(google.allow(address)))));
    expect(ends).toEqual([CONNECTED, CONNECTED]);
    expect(google.asked.filter((path) => path === 'POST /revoke')).toEqual([]);
    google.person = { id: '2002', email: 'other@example.org', verified: true };
    expect(await connectGoogle(ada, server)).toBe(CONNECTED);
    expect(google.asked.filter((path) => path === 'POST /revoke')).toHaveLength(1);
    expect((await statusOf(ada))[0]).toMatchObject({ connected: true, userIdOnPlatform: '2002' });
    expect([...google.tokens.values()].filter(({ revoked }) => !revoked).every(({ person }) => person.id === '2002')).toBe(true);
    expect(await server.app.connections.tokenOf(owner, 'google')).toMatchObject({ id: '2002' });
  });

  test.each(['failing', 'hanging'] as const)('fails while the provider is down (%s), and works afterwards', async (down) => {
    const server = await startConnecting();
    const ada = await member(server);
    server.google.down = down;
    expect(await toGoogle(ada)).toBe(failedWith('unavailable'));
    server.google.down = 'no';
    const back = server.google.allow(await toGoogle(ada));
    server.google.down = down;
    expect(location(await ada.get(back))).toBe(failedWith('unavailable'));
    server.google.down = 'no';
    expect(await connectGoogle(ada, server)).toBe(CONNECTED);
    expect(server.faults).toEqual([]);
  });
});

describe('tokens', () => {
  test('are renewed when they expire, once for simultaneous requests', async () => {
    const server = await startConnecting();
    const ada = await member(server);
    const owner = await ownerOf(ada);
    await connectGoogle(ada, server);
    const tokenOf = () => server.app.connections.tokenOf(owner, 'google');
    const before = await tokenOf();
    expect(await tokenOf()).toEqual(before);
    server.stores.clock.advance('PT1H');
    const renewed = await Promise.all([tokenOf(), tokenOf(), tokenOf()]);
    expect(new Set(renewed.map((one) => one?.token)).size).toBe(1);
    expect(renewed[0]?.token).not.toBe(before?.token);
    expect(server.google.asked.filter((path) => path === 'POST /token')).toHaveLength(2);
    server.google.down = 'failing';
    server.stores.clock.advance('PT1H');
    await expect(tokenOf()).rejects.toThrow(ProviderUnavailable);
    server.google.down = 'no';
    expect(await tokenOf()).not.toBeNull();
  });

  test('that were revoked at Google end the connection, which shows that until it is connected again', async () => {
    const server = await startConnecting();
    const ada = await member(server);
    const owner = await ownerOf(ada);
    await connectGoogle(ada, server);
    server.google.revokeAll();
    server.stores.clock.advance('PT1H');
    expect(await server.app.connections.tokenOf(owner, 'google')).toBeNull();
    await server.app.waitForReadModels(await server.app.store.head());
    const [google] = await statusOf(ada);
    expect(google).toEqual({
      ...NOT,
      platform: 'google',
      problem: 'Google has ended this connection. Connect it again to go on using it.',
    });
    const ended = (await ada.get('/api/reports/history')).body[0];
    expect(ended).toMatchObject({ action: 'connection.ended', actor: { kind: 'provider', name: 'Google' } });
    expect(await connectGoogle(ada, server)).toBe(CONNECTED);
    expect((await statusOf(ada))[0]).toMatchObject({ connected: true, problem: null });
  });

  test('that a provider refuses before they expire are renewed, or end the connection', async () => {
    const server = await startConnecting();
    const ada = await member(server);
    const owner = await ownerOf(ada);
    const { connections: port } = server.app;
    await connectGoogle(ada, server);
    await connectGitHub(ada, server);
    const first = (await port.tokenOf(owner, 'google'))?.token as string;
    await port.refused(owner, 'google', 'one from before');
    expect((await port.tokenOf(owner, 'google'))?.token).toBe(first);
    await port.refused(owner, 'google', first);
    expect((await port.tokenOf(owner, 'google'))?.token).not.toBe(first);
    await port.refused(owner, 'github', (await port.tokenOf(owner, 'github'))?.token as string);
    expect(await port.tokenOf(owner, 'github')).toBeNull();
    await server.app.waitForReadModels(await server.app.store.head());
    expect((await statusOf(ada))[1]?.problem).toMatch(/^GitHub has ended this connection/);
  });
});

test('the export lists the connections, without the tokens', async () => {
  const server = await startConnecting();
  const ada = await member(server);
  const owner = await ownerOf(ada);
  await connectGoogle(ada, server);
  const [file] = await connectionsPart.files({ app: server.app, owner } as Parameters<typeof connectionsPart.files>[0]);
  const text = (await Array.fromAsync(file?.pieces() ?? [])).join('');
  expect(JSON.parse(text)).toEqual(await statusOf(ada));
  for (const token of server.google.tokens.keys()) expect(text).not.toContain(token);
});

describe('disconnecting', () => {
  test('revokes the tokens at the provider and deletes them here, and can be repeated', async () => {
    const server = await startConnecting();
    const { google, github } = server;
    const ada = await member(server);
    const owner = await ownerOf(ada);
    await connectGoogle(ada, server);
    await connectGitHub(ada, server);
    for (const platform of ['google', 'github', 'google']) expect((await ada.delete(`/api/oauth/${platform}`)).status).toBe(204);
    expect(await statusOf(ada)).toEqual([
      { platform: 'google', ...NOT },
      { platform: 'github', ...NOT },
    ]);
    expect([...google.tokens.values(), ...github.tokens.values()].every(({ revoked }) => revoked)).toBe(true);
    expect(github.asked).toContain('DELETE /api/applications/client-1/grant');
    expect(await server.app.connections.tokenOf(owner, 'google')).toBeNull();
    expect(await server.app.providerTokens.revocations()).toEqual([]);
    expect((await ada.delete('/api/oauth/gitlab')).status).toBe(404);
  });

  test('removes a connection that the provider has ended', async () => {
    const server = await startConnecting();
    const ada = await member(server);
    await connectGitHub(ada, server);
    const { connections: port } = server.app;
    const owner = await ownerOf(ada);
    await port.refused(owner, 'github', (await port.tokenOf(owner, 'github'))?.token as string);
    expect((await ada.delete('/api/oauth/github')).status).toBe(204);
    expect((await statusOf(ada))[1]).toEqual({ platform: 'github', ...NOT });
  });
});

describe('the state of a new connection', () => {
  const refused = (platform: string) => `/oauth/redirect?platform=${platform}&status=error&code=state_invalid`;

  test('is accepted only from the platform to which it was sent, and no other platform is asked', async () => {
    const server = await startConnecting();
    const { google, github } = server;
    const ada = await member(server);
    const byGitHub = github.allow(location(await ada.get('/api/oauth/github')));
    const asked = [...google.asked];
    const crossed = byGitHub.replace('/api/oauth/github/', '/api/oauth/google/');
    expect(crossed).not.toBe(byGitHub);
    expect(location(await ada.get(crossed))).toBe(refused('google'));
    expect(google.asked).toEqual(asked);
    expect(location(await ada.get(byGitHub))).toBe('/oauth/redirect?platform=github&status=connected');

    // A state is given without a platform, and belongs to the first to which it goes.
    const { state } = (await ada.get('/api/oauth/state')).body;
    const to = (platform: string) => ada.get(`/api/oauth/${platform}?state=${encodeURIComponent(state)}`);
    const first = location(await to('google'));
    expect(location(await to('github'))).toBe(refused('github'));
    expect(location(await to('google'))).toBe(first);
    expect(location(await ada.get(google.allow(first)))).toBe(CONNECTED);
  });
});
