import { expect, test } from 'vitest';
import { revokeWaiting } from '../../src/app/connection/tokens.ts';
import { Client, member } from '../support/client.ts';
import { connectGitHub, connectGoogle, startConnecting } from '../support/connecting.ts';

test('a provider that is down delays neither a disconnection nor a deletion, and receives both revocations when it is back', async () => {
  const server = await startConnecting();
  const { google, github, app } = server;
  const ada = await member(server);
  await connectGoogle(ada, server);
  await connectGitHub(ada, server);
  google.down = 'hanging';
  expect((await ada.delete('/api/oauth/google')).status).toBe(204);
  expect((await ada.get('/api/oauth/status')).body[0]).toMatchObject({ connected: false, problem: null });
  github.down = 'failing';
  expect((await ada.delete('/api/settings/account')).status).toBe(200);
  const waiting = await app.providerTokens.revocations();
  expect(waiting.map(({ platform }) => platform).toSorted()).toEqual(['github', 'google']);

  await revokeWaiting(app);
  expect(await app.providerTokens.revocations()).toHaveLength(2);
  google.down = 'no';
  github.down = 'no';
  await revokeWaiting(app);
  expect(await app.providerTokens.revocations()).toEqual([]);
  expect([...google.tokens.values(), ...github.tokens.values()].every(({ revoked }) => revoked)).toBe(true);
  expect(server.faults).toEqual([]);
});

test('the deletion of an account revokes its connections and leaves no token', async () => {
  const server = await startConnecting();
  const { google, github, app } = server;
  const ada = await member(server);
  const { id } = (await ada.get('/api/auth/user')).body.user;
  await connectGoogle(ada, server);
  await connectGitHub(ada, server);
  expect((await ada.delete('/api/settings/account')).status).toBe(200);
  expect([...google.tokens.values(), ...github.tokens.values()].every(({ revoked }) => revoked)).toBe(true);
  expect(await app.providerTokens.revocations()).toEqual([]);
  expect([await app.providerTokens.providerTokens(id, 'google'), await app.connections.tokenOf(id, 'github')]).toEqual([null, null]);
});

test('a token that cannot be revoked is given up after a week', async () => {
  const server = await startConnecting();
  const ada = await member(server);
  await connectGoogle(ada, server);
  server.google.down = 'failing';
  await ada.delete('/api/oauth/google');
  server.stores.clock.advance('PT168H');
  await server.app.secretsUpkeep.sweep(server.stores.clock.now());
  expect(await server.app.providerTokens.revocations()).toEqual([]);
});

test('a return from the provider to an account that was deleted meanwhile stores nothing', async () => {
  const server = await startConnecting();
  const { google } = server;
  const ada = await member(server);
  const { state } = (await ada.get('/api/oauth/state')).body;
  const back = google.allow((await ada.get(`/api/oauth/google?state=${state}`)).headers.get('location') as string);
  const cookie = ada.cookie;
  await ada.delete('/api/settings/account');
  const late = new Client(server.url);
  late.cookie = cookie;
  expect((await late.get(back)).headers.get('location')).toBe('/oauth/redirect?platform=google&status=error&code=unauthenticated');
});
