import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/app/account/passwords.ts';
import { sessionAnswer, signedIn } from '../../src/contracts/account.ts';
import { Client, member, PASSWORD, requestedMails } from '../support/client.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const visitor = (): Client => new Client(server.url);
const account = (email: string, fields: object = {}) => ({
  email,
  password: PASSWORD,
  full_name: 'Grace H',
  timezone: 'Europe/Berlin',
  ...fields,
});
describe('signing in', () => {
  it('refuses a wrong password and an unknown address in the same words', async () => {
    await member(server, 'words@example.org');
    const answers = await Promise.all(
      ['words@example.org', 'unknown@example.org'].map((email) => visitor().post('/api/auth/signin', { email, password: 'not the one' })),
    );
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'invalid_credentials', message: 'Email or password is wrong.' } });
  });

  it('asks for the confirmation of an unconfirmed address if the password is right', async () => {
    await visitor().post('/api/auth/signup', account('early@example.org'));
    const right = await visitor().post('/api/auth/signin', { email: 'early@example.org', password: PASSWORD });
    const wrong = await visitor().post('/api/auth/signin', { email: 'early@example.org', password: 'not the one' });
    expect([right.status, right.body.code, wrong.status]).toEqual([403, 'email_not_confirmed', 401]);
  });

  it('is refused with 429 after ten wrong tries in fifteen minutes of the program’s clock', async () => {
    const owner = await member(server, 'tried@example.org');
    const attempt = (password: string) => visitor().post('/api/auth/signin', { email: 'Tried@example.org', password });
    const wrong = await Promise.all(Array.from({ length: 14 }, () => attempt('not the one')));
    expect(wrong.filter(({ status }) => status === 401)).toHaveLength(10);
    const refused = await attempt(PASSWORD);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBe(900);
    expect((await owner.get('/api/auth/user')).status, 'who is signed in is not disturbed').toBe(200);
    expect((await visitor().post('/api/auth/signin', { email: 'tried@example.org' })).status, 'validation comes first').toBe(422);
    server.stores.clock.advance('PT15M');
    expect((await attempt(PASSWORD)).status).toBe(200);
  });
});

describe('a session', () => {
  it('is accepted by cookie and by bearer token, and signing out ends both at once', async () => {
    const client = await member(server, 'both@example.org');
    const { body } = await client.get('/api/auth/session');
    const { session } = sessionAnswer.parse(body);
    const bearer = { authorization: `Bearer ${session?.access_token}` };
    expect((await visitor().get('/api/auth/user', bearer)).body.user.email).toBe('both@example.org');
    const cookie = client.cookie as string;
    expect((await client.post('/api/auth/signout')).status).toBe(204);
    expect(client.cookie).toBe(null);
    expect((await visitor().get('/api/auth/user', bearer)).status).toBe(401);
    expect((await visitor().get('/api/auth/user', { cookie })).status).toBe(401);
  });

  it('has a cookie that scripts and other sites cannot read', async () => {
    await member(server, 'cookie@example.org');
    const { headers } = await visitor().post('/api/auth/signin', { email: 'cookie@example.org', password: PASSWORD });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vouch_session=\S+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^vouch_known=[\w-]{45}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('is null if nobody is signed in, also with an invented cookie', async () => {
    const nobody = await visitor().get('/api/auth/session');
    expect([nobody.body, nobody.headers.get('cache-control')]).toEqual([{ user: null, session: null }, 'no-store']);
    expect((await visitor().get('/api/auth/me', { cookie: 'vouch_session=a.b' })).body).toEqual({ user: null });
    expect((await visitor().get('/api/auth/user', { authorization: 'Bearer a~b.c' })).status).toBe(401);
  });

  it('lasts thirty days from its last use, and its access token fifteen minutes', async () => {
    const client = await member(server, 'long@example.org');
    const { body } = await client.get('/api/auth/session');
    const bearer = { authorization: `Bearer ${body.session.access_token}` };
    server.stores.clock.advance('PT15M');
    expect((await visitor().get('/api/auth/user', bearer)).status).toBe(401);
    const idle = client.cookie as string;
    server.stores.clock.advance('PT696H');
    expect((await client.get('/api/auth/user')).headers.getSetCookie().map((set) => set.split('=')[0])).toEqual([
      'vouch_session',
      'vouch_known',
    ]);
    server.stores.clock.advance('PT696H');
    expect((await client.get('/api/auth/user')).status).toBe(200);
    server.stores.clock.advance('PT721H');
    expect((await visitor().get('/api/auth/user', { cookie: idle })).status).toBe(401);
  });

  it('ends when anybody signs in again in the same browser, and its owner’s audit trail shows that', async () => {
    const ada = await member(server, 'again@example.org');
    await member(server, 'other@example.org');
    const enter = (email: string) => ada.post('/api/auth/signin', { email, password: PASSWORD });
    const cookies = [ada.cookie as string];
    for (const email of ['again@example.org', 'other@example.org']) {
      expect((await enter(email)).status).toBe(200);
      cookies.push(ada.cookie as string);
    }
    expect(new Set(cookies).size).toBe(3);
    const statuses = await Promise.all(cookies.map((cookie) => visitor().get('/api/auth/user', { cookie })));
    expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200]);

    const wrong = await ada.post('/api/auth/signin', { email: 'again@example.org', password: 'not the one' });
    expect([wrong.status, (await ada.get('/api/auth/user')).status], 'a wrong password ends nothing').toEqual([401, 200]);
    const elsewhere = visitor();
    await elsewhere.post('/api/auth/signin', { email: 'other@example.org', password: PASSWORD });
    expect((await ada.get('/api/auth/user')).status, 'another browser ends nothing').toBe(200);

    const owner = visitor();
    await owner.post('/api/auth/signin', { email: 'again@example.org', password: PASSWORD });
    const told = (await owner.get('/api/reports/history?type=account')).body as readonly { action: string; detail: string }[];
    expect(told.filter(({ action }) => action === 'session.ended').map(({ detail }) => detail)).toEqual([
      'Signed in again on this device, which ended the session that was there.',
      'Signed in again on this device, which ended the session that was there.',
    ]);
  });

  it('ends in a browser that confirms another account, or sets a password with a link', async () => {
    const ada = await member(server, 'first@example.org');
    const before = ada.cookie as string;
    await visitor().post('/api/auth/forgot', { email: 'first@example.org' });
    await server.http.drain();
    const token = (await requestedMails(server.app)).findLast(
      ({ kind, to }) => kind === 'password_reset' && to === 'first@example.org',
    )?.token;
    const bob = await member(server, 'second@example.org');
    const bobs = bob.cookie as string;
    expect((await bob.post('/api/auth/reset', { token, password: 'another stone bridge' })).status).toBe(200);
    for (const cookie of [before, bobs]) expect((await visitor().get('/api/auth/user', { cookie })).status).toBe(401);
    expect((await bob.get('/api/auth/user')).body.user.email).toBe('first@example.org');
  });

  it('ends together with all others when its owner signs out everywhere', async () => {
    const here = await member(server, 'everywhere@example.org');
    const there = visitor();
    await there.post('/api/auth/signin', { email: 'everywhere@example.org', password: PASSWORD });
    expect((await here.post('/api/auth/signout', { everywhere: true })).status).toBe(204);
    expect((await there.get('/api/auth/user')).status).toBe(401);
  });
});

describe('changing the password', () => {
  it('gives this browser a new session and ends every other', async () => {
    const here = await member(server, 'change@example.org');
    const before = { cookie: here.cookie as string, token: (await here.get('/api/auth/session')).body.session.access_token as string };
    const there = visitor();
    await there.post('/api/auth/signin', { email: 'change@example.org', password: PASSWORD });
    const wrong = await here.post('/api/auth/password', { current_password: 'not the one', new_password: 'another stone bridge' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['current_password']]);
    const { status, body } = await here.post('/api/auth/password', { current_password: PASSWORD, new_password: 'another stone bridge' });
    expect(status).toBe(200);
    signedIn.parse(body);
    expect(here.cookie).not.toBe(before.cookie);
    expect((await visitor().get('/api/auth/user', { cookie: before.cookie })).status, 'the id of before').toBe(401);
    expect((await visitor().get('/api/auth/user', { authorization: `Bearer ${before.token}` })).status).toBe(401);
    expect((await visitor().get('/api/auth/user', { authorization: `Bearer ${body.session.access_token}` })).status).toBe(200);
    expect((await here.get('/api/auth/user')).status).toBe(200);
    expect((await there.get('/api/auth/user')).status).toBe(401);
    expect((await visitor().post('/api/auth/signin', { email: 'change@example.org', password: 'another stone bridge' })).status).toBe(200);
  });

  it('refuses a new password that is easily guessed; an existing one stays valid', async () => {
    const client = await member(server, 'weak@example.org');
    const weak = await client.post('/api/auth/password', { current_password: PASSWORD, new_password: 'Summer2026' });
    expect([weak.status, weak.body.errors]).toEqual([422, { new_password: [expect.stringContaining('easy to guess')] }]);
    const { user } = (await client.get('/api/auth/user')).body;
    await server.app.credentials.setPassword(user.id, await hashPassword('Summer2026'));
    const again = visitor();
    expect((await again.post('/api/auth/signin', { email: 'weak@example.org', password: 'Summer2026' })).status).toBe(200);
    const body = { current_password: 'Summer2026', new_password: 'another stone bridge' };
    expect((await again.post('/api/auth/password', body)).status).toBe(200);
  });

  it('reports the faults of both passwords at once, and counts each wrong current password', async () => {
    const client = await member(server, 'both-wrong@example.org');
    const change = (current_password: string, new_password: string) =>
      client.post('/api/auth/password', { current_password, new_password });
    for (const weak of ['short', 'password1', 'Summer2026', 'both-wrong@example.org']) {
      const { status, body } = await change('not the one', weak);
      expect([weak, status, Object.keys(body.errors).sort()]).toEqual([weak, 422, ['current_password', 'new_password']]);
    }
    for (let count = 4; count < 10; count += 1) await change('not the one', 'short');
    expect(Object.keys((await change('not the one', 'short')).body.errors), 'no more is told').toEqual(['new_password']);
    expect((await change(PASSWORD, 'another stone bridge')).status).toBe(429);
  });
});
