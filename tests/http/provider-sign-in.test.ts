import { describe, expect, test } from 'vitest';
import { Client, member, PASSWORD, requestedMails } from '../support/client.ts';
import { type Connecting, connectGoogle, location, startConnecting } from '../support/connecting.ts';

const START = { google: '/api/auth/oauth/google', github: '/api/auth/oauth/github' } as const;
type Platform = keyof typeof START;

/** Signs in with a provider, in a browser. Gives the address at which it ends. */
async function enter(server: Connecting, client: Client, platform: Platform = 'google', query = ''): Promise<string> {
  const to = location(await client.get(START[platform] + query));
  return to.startsWith('http') ? location(await client.get(server[platform].allow(to))) : to;
}
const userOf = async (client: Client) => (await client.get('/api/auth/me')).body.user;
const errorIn = (address: string): string | null => new URL(address, 'http://vouch.test').searchParams.get('error');

describe('signing in with a provider', () => {
  test('creates an account for a new address, and signs in to it the next time', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    expect(await enter(server, browser, 'google', '?timezone=Europe/Berlin')).toBe('/dashboard');
    const user = await userOf(browser);
    expect(user).toMatchObject({ email: 'ada@example.org', timezone: 'Europe/Berlin', user_metadata: { full_name: '' } });
    expect(user.email_confirmed_at).not.toBeNull();
    const again = new Client(server.url);
    expect(await enter(server, again)).toBe('/dashboard');
    expect((await userOf(again)).id).toBe(user.id);
    expect((await requestedMails(server.app)).map(({ kind }) => kind)).toEqual([]);
    // Signing in connects nothing: no token is kept.
    expect((await browser.get('/api/oauth/status')).body.map(({ connected }: { connected: boolean }) => connected)).toEqual([false, false]);
    const scope = (at: string) => new URL(at).searchParams.get('scope');
    expect(scope(location(await browser.get(START.google)))).toBe('openid email');
    expect(scope(location(await browser.get(START.github)))).toBe('read:user user:email');
  });

  test('signs in to a confirmed account with the same verified address, and recognizes the person by their id from then on', async () => {
    const server = await startConnecting();
    const owner = (await userOf(await member(server))).id;
    const browser = new Client(server.url);
    expect(await enter(server, browser, 'github')).toBe('/dashboard');
    expect(await userOf(browser)).toMatchObject({ id: owner, user_metadata: { full_name: 'Ada Ode' } });
    // GitHub's tokens do not expire, so the one that was needed is ended.
    expect([...server.github.tokens.values()].every(({ revoked }) => revoked)).toBe(true);
    server.github.person = { ...server.github.person, email: 'new@example.org', verified: false };
    const later = new Client(server.url);
    expect(await enter(server, later, 'github')).toBe('/dashboard');
    expect((await userOf(later)).id).toBe(owner);
    expect((await later.get('/api/reports/history')).body[0]).toMatchObject({
      action: 'session.started',
      detail: expect.stringMatching(/^With GitHub\./),
    });
  });

  test('accepts a state only from the platform to which it was sent, and asks no other platform', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    const byGitHub = server.github.allow(location(await browser.get(START.github)));
    const crossed = byGitHub.replace('/oauth/github/', '/oauth/google/');
    expect(errorIn(location(await browser.get(crossed)))).toMatch(/broken off/);
    expect([server.google.asked, await userOf(browser)]).toEqual([[], null]);
    expect(location(await browser.get(byGitHub))).toBe('/dashboard');
  });

  test('leaves a connection of the same person as it is', async () => {
    const server = await startConnecting();
    const ada = await member(server);
    await connectGoogle(ada, server);
    expect(await enter(server, new Client(server.url))).toBe('/dashboard');
    expect(server.google.asked).not.toContain('POST /revoke');
  });

  test('refuses an address that the provider has not verified', async () => {
    const server = await startConnecting();
    await member(server);
    for (const platform of ['google', 'github'] as const) {
      server[platform].person = { id: '7', email: 'ada@example.org', verified: false };
      const browser = new Client(server.url);
      expect(errorIn(await enter(server, browser, platform))).toMatch(/has not verified your email address/);
      expect(await userOf(browser)).toBeNull();
    }
  });

  test('never uses a sign-up that nobody confirmed, whose password then does not work', async () => {
    const server = await startConnecting();
    const thief = new Client(server.url);
    await thief.post('/api/auth/signup', { email: 'ada@example.org', password: PASSWORD, full_name: 'Thief', timezone: 'UTC' });
    await server.http.drain();
    const browser = new Client(server.url);
    expect(await enter(server, browser)).toBe('/dashboard');
    expect((await userOf(browser)).user_metadata.full_name).toBe('');
    expect((await thief.post('/api/auth/signin', { email: 'ada@example.org', password: PASSWORD })).body.code).toBe('invalid_credentials');
    const token = (await requestedMails(server.app)).find(({ kind }) => kind === 'confirmation')?.token;
    expect((await thief.post('/api/auth/confirm', { token })).body.code).toBe('token_invalid');
  });

  test("shows the provider's message after a denial, and an own message if the provider does not answer", async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    const denied = server.google.deny(location(await browser.get(START.google)));
    expect(errorIn(location(await browser.get(denied)))).toBe('The user said no.');
    server.google.down = 'failing';
    expect(errorIn(await enter(server, browser, 'google'))).toMatch(/^Google does not answer/);
    expect((await browser.get(`${START.google}?timezone=Mars/Base`)).status).toBe(422);
  });

  test('works once, in the browser in which it began, for ten minutes', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    const back = server.google.allow(location(await browser.get(START.google)));
    expect(errorIn(location(await new Client(server.url).get(back)))).toMatch(/broken off/);
    expect(location(await browser.get(back))).toBe('/dashboard');
    expect(errorIn(location(await browser.get(back)))).toMatch(/broken off/);
    const late = server.google.allow(location(await browser.get(START.google)));
    server.stores.clock.advance('PT10M');
    expect(errorIn(location(await browser.get(late)))).toMatch(/broken off/);
    // The state of a connection cannot be used to sign in.
    const { state } = (await browser.get('/api/oauth/state')).body;
    expect(errorIn(location(await browser.get(`${START.google}/callback?code=x&state=${state}`)))).toMatch(/broken off/);
  });

  test('in two tabs at once creates one account, and ends the former session of the browser', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    const backs = [location(await browser.get(START.google)), location(await browser.get(START.google))].map((to) =>
      server.google.allow(to),
    );
    const other = new Client(server.url);
    other.away = browser.away;
    const [first, second] = backs as [string, string];
    const ends = await Promise.all([browser.get(first), other.get(second)]);
    expect(ends.map(location)).toEqual(['/dashboard', '/dashboard']);
    expect((await userOf(browser)).id).toBe((await userOf(other)).id);
    const before = browser.cookie;
    await enter(server, browser);
    const old = new Client(server.url);
    old.cookie = before;
    expect(await userOf(old)).toBeNull();
  });
});

describe('an account without a password', () => {
  const own = async (client: Client) => {
    const { has_password, fresh_sign_in } = (await client.get('/api/auth/user')).body.user;
    return { has_password, fresh_sign_in };
  };
  const WITH_PASSWORD = { has_password: true, fresh_sign_in: null };

  test('shows its owner that it has none, and until when the last sign-in at the provider counts', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    await enter(server, browser, 'github');
    const began = server.stores.clock.now();
    server.stores.clock.advance('PT3M');
    const until = new Date(Date.parse(began) + 10 * 60_000).toISOString();
    expect(await own(browser)).toEqual({ has_password: false, fresh_sign_in: { platform: 'github', until } });
    expect((await browser.post('/api/auth/password', { new_password: PASSWORD })).status).toBe(200);
    expect(await own(browser)).toEqual(WITH_PASSWORD);
    expect(await own(await member(server, 'bob@example.org'))).toEqual(WITH_PASSWORD);
    // The other answers with a user do not contain it.
    expect(Object.keys(await userOf(browser))).not.toContain('has_password');
  });

  test('returns from another sign-in at the provider to the page that asked for it', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    await enter(server, browser);
    const { id } = await userOf(browser);
    server.stores.clock.advance('PT1H');
    expect(await enter(server, browser, 'google', '?for=password')).toBe('/profile#password');
    const { until } = (await own(browser)).fresh_sign_in;
    expect(until > server.stores.clock.now()).toBe(true);
    expect((await userOf(browser)).id).toBe(id);
    expect((await browser.get(`${START.google}?for=anything`)).status).toBe(422);
  });

  test('is not replaced by another account, and none is created, if somebody else signs in at the provider', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    await enter(server, browser);
    const { id } = await userOf(browser);
    const other = new Client(server.url);
    server.google.person = { id: '77', email: 'other@example.org', verified: true };
    await enter(server, other);
    server.stores.clock.advance('PT1H');
    for (const person of [server.google.person, { id: '78', email: 'new@example.org', verified: true }]) {
      server.google.person = person;
      for (const purpose of ['deletion', 'password'])
        expect(errorIn(await enter(server, browser, 'google', `?for=${purpose}`))).toMatch(/^At Google you are somebody else/);
      expect((await userOf(browser)).id).toBe(id);
      expect((await browser.delete('/api/settings/account')).body.code).toBe('fresh_sign_in_needed');
    }
    const later = new Client(server.url);
    await enter(server, later);
    expect((await userOf(later)).created_at, 'nobody had that address before').toBe(server.stores.clock.now());
    // Without a session any person may sign in.
    expect(await enter(server, new Client(server.url), 'google', '?for=deletion')).toBe('/settings/account');
  });

  test('accepts no password, and can be deleted only after a recent sign-in at the provider', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    await enter(server, browser);
    const { id } = await userOf(browser);
    expect((await browser.post('/api/auth/signin', { email: 'ada@example.org', password: PASSWORD })).body.code).toBe(
      'invalid_credentials',
    );
    server.stores.clock.advance('PT10M');
    const refused = await browser.delete('/api/settings/account');
    expect([refused.status, refused.body.code, refused.body.platform]).toEqual([403, 'fresh_sign_in_needed', 'google']);
    expect(await enter(server, browser, 'google', '?for=deletion')).toBe('/settings/account');
    expect((await browser.delete('/api/settings/account')).status).toBe(200);
    // A later sign-in of this person at the provider creates a new account.
    expect(await enter(server, browser)).toBe('/dashboard');
    expect((await userOf(browser)).id).not.toBe(id);
  });

  test('can set a password after a recent sign-in at the provider, and needs it from then on', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    await enter(server, browser);
    server.stores.clock.advance('PT10M');
    const set = (body: object) => browser.post('/api/auth/password', body);
    expect((await set({ new_password: PASSWORD })).body.code).toBe('fresh_sign_in_needed');
    await enter(server, browser);
    expect((await set({ current_password: 'a guess', new_password: PASSWORD })).body.errors).toHaveProperty('current_password');
    expect((await set({ new_password: PASSWORD })).status).toBe(200);
    expect((await set({ new_password: 'another stone bridge' })).body.errors).toEqual({ current_password: ['Password is required.'] });
    expect((await browser.post('/api/auth/signin', { email: 'ada@example.org', password: PASSWORD })).status).toBe(200);
  });

  test('can set a password by a mailed link, and then shows that it has one', async () => {
    const server = await startConnecting();
    const browser = new Client(server.url);
    await enter(server, browser);
    await browser.post('/api/auth/forgot', { email: 'ada@example.org' });
    await server.http.drain();
    const token = (await requestedMails(server.app)).find(({ kind }) => kind === 'password_reset')?.token;
    expect((await browser.post('/api/auth/reset', { token, password: PASSWORD })).status).toBe(200);
    server.stores.clock.advance('PT24H');
    expect((await browser.delete('/api/settings/account')).status).toBe(200);
  });
});
