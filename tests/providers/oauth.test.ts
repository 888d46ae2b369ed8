import { describe, expect, test } from 'vitest';
import { type OAuthProvider, type OAuthWay, ProviderRefused, ProviderUnavailable } from '../../src/ports/oauth.ts';
import { providersAt, startDoubles } from '../support/connecting.ts';

const APP = 'http://127.0.0.1:3000';
const wayTo = (platform: string, purpose: OAuthWay['purpose'] = 'connect'): OAuthWay => ({
  purpose,
  redirectUri: `${APP}/api/oauth/${platform}/callback`,
  state: 'a state of more than twenty characters',
  verifier: 'v'.repeat(64),
  nonce: 'n'.repeat(64),
});
const refusal = (code: string) => expect.objectContaining({ name: 'ProviderRefused', code });

async function providers() {
  const doubles = await startDoubles();
  for (const double of [doubles.google, doubles.github]) double.app = APP;
  return { ...doubles, of: providersAt(doubles.google, doubles.github) };
}
const queryOf = (path: string): string => path.slice(path.indexOf('?'));

describe.each(['google', 'github'] as const)('%s', (platform) => {
  async function there() {
    const { of, ...doubles } = await providers();
    const provider: OAuthProvider = of[platform];
    const double = doubles[platform];
    const way = wayTo(platform);
    return { provider, double, way, query: queryOf(double.allow(await provider.start(way))) };
  }

  test('gives tokens and the person for a code, once', async () => {
    const { provider, way, query } = await there();
    const { tokens, person } = await provider.finish(way, query);
    expect([tokens.access.length, person.id]).toEqual([24, '1001']);
    await expect(provider.finish(way, query)).rejects.toEqual(refusal('invalid_grant'));
  });

  test.each([
    ['another verifier', { verifier: 'w'.repeat(64) }, 'invalid_grant'],
    ['another address', { redirectUri: `${APP}/api/auth/oauth/elsewhere` }, 'invalid_grant'],
    ['another state', { state: 'another one' }, 'invalid_response'],
  ])('refuses a code with %s', async (_what, other, code) => {
    const { provider, way, query } = await there();
    await expect(provider.finish({ ...way, ...other }, query)).rejects.toEqual(refusal(code));
  });

  test('refuses a return without a code and a denial', async () => {
    const { provider, double, way } = await there();
    await expect(provider.finish(way, `?state=${encodeURIComponent(way.state)}`)).rejects.toThrow(ProviderRefused);
    await expect(provider.finish(way, queryOf(double.deny(await provider.start(way))))).rejects.toEqual(refusal('access_denied'));
  });

  test.each(['failing', 'hanging'] as const)('is unavailable if the provider does not answer correctly (%s)', async (down) => {
    const { provider, double, way, query } = await there();
    const { tokens } = await provider.finish(way, query);
    double.down = down;
    await expect(provider.finish(way, query)).rejects.toThrow(ProviderUnavailable);
    await expect(provider.revoke(tokens)).rejects.toThrow(ProviderUnavailable);
    await double.close();
    await expect(provider.finish(way, query)).rejects.toThrow(ProviderUnavailable);
  });

  test('revokes tokens, also if they are already revoked', async () => {
    const { provider, double, way, query } = await there();
    const { tokens } = await provider.finish(way, query);
    await provider.revoke(tokens);
    expect([...double.tokens.values()].every(({ revoked }) => revoked)).toBe(true);
    await provider.revoke(tokens);
  });
});

describe('google', () => {
  test('renews a token until it is revoked', async () => {
    const { google, of } = await providers();
    const way = wayTo('google');
    const { tokens } = await of.google.finish(way, queryOf(google.allow(await of.google.start(way))));
    expect(await of.google.refresh(tokens.refresh as string)).toMatchObject({ refresh: null, expiresIn: 3_599 });
    google.revokeAll();
    await expect(of.google.refresh(tokens.refresh as string)).rejects.toEqual(refusal('invalid_grant'));
  });

  test.each([
    ['another nonce', { nonce: 'x' }],
    ['another audience', { aud: 'somebody else' }],
    ['another issuer', { iss: 'https://accounts.example' }],
    ['a time that has passed', { exp: 1_000_000_000 }],
  ])('refuses an ID token with %s', async (_what, claims) => {
    const { google, of } = await providers();
    const way = wayTo('google', 'signin');
    google.claims = claims;
    await expect(of.google.finish(way, queryOf(google.allow(await of.google.start(way))))).rejects.toEqual(refusal('invalid_response'));
  });

  test('requests its endpoints again after a failure', async () => {
    const { google, of } = await providers();
    google.down = 'failing';
    await expect(of.google.start(wayTo('google'))).rejects.toThrow(ProviderUnavailable);
    google.down = 'no';
    await of.google.start(wayTo('google'));
    await of.google.start(wayTo('google'));
    expect(google.asked.filter((path) => path.includes('openid-configuration'))).toHaveLength(2);
  });
});

test('github gives the primary address if it is requested, and ends only the token of a sign-in', async () => {
  const { github, of } = await providers();
  const finish = async (purpose: OAuthWay['purpose']) => {
    const way = wayTo('github', purpose);
    return of.github.finish(way, queryOf(github.allow(await of.github.start(way))));
  };
  const connected = await finish('connect');
  const signedIn = await finish('signin');
  expect([connected.person.email, connected.tokens.scopes]).toEqual([null, ['read:user']]);
  expect([signedIn.person.email, signedIn.tokens.scopes]).toEqual([
    { address: 'ada@example.org', verified: true },
    ['read:user', 'user:email'],
  ]);
  await of.github.discard(signedIn.tokens);
  expect([connected, signedIn].map(({ tokens }) => github.tokens.get(tokens.access)?.revoked)).toEqual([false, true]);
});
