import { expect, test } from 'vitest';
import { member } from '../support/client.ts';
import { location, startConnecting } from '../support/connecting.ts';

const CONNECTED = '/oauth/redirect?platform=google&status=connected';
const refused = (platform: string) => `/oauth/redirect?platform=${platform}&status=error&code=state_invalid`;

test('takes the answer of the platform to which a state went, and asks no other platform', async () => {
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
