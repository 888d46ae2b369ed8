import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signedIn, signupAnswer } from '../../src/contracts/account.ts';
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
const mailsTo = async (email: string) => {
  await server.http.drain();
  return (await requestedMails(server.app)).filter(({ to }) => to === email);
};
const lastToken = async (email: string): Promise<string> => (await mailsTo(email)).at(-1)?.token as string;

describe('signing up', () => {
  it('answers 201 with an unconfirmed user and no session, and requests a confirmation mail', async () => {
    const { status, body, headers } = await visitor().post(
      '/api/auth/signup',
      account('New@Example.org', { options: { emailRedirectTo: 'http://x/' } }),
    );
    expect(status).toBe(201);
    expect(signupAnswer.parse(body)).toMatchObject({
      session: null,
      message: 'Check your email for a confirmation link!',
      user: { email: 'New@Example.org', email_confirmed_at: null },
    });
    expect(headers.getSetCookie()).toEqual([
      expect.stringMatching(/^vouch_signup=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await mailsTo('New@Example.org')).toMatchObject([{ kind: 'confirmation' }]);
  });

  it('reports every fault at once, and the fault of the time zone in the words of the specification', async () => {
    const { status, body } = await visitor().post('/api/auth/signup', { email: 'no address', password: 'short', timezone: '' });
    expect([status, body.errors]).toEqual([
      422,
      { email: ['Enter a valid email address.'], password: ['At least 8 characters.'], timezone: ['Timezone is required.'] },
    ]);
  });

  it('says what makes a password easy to guess', async () => {
    const { body } = await visitor().post('/api/auth/signup', account('weak@example.org', { password: 'aaaaaaaa' }));
    expect(body.errors.password).toEqual([
      expect.stringMatching(/^This password is easy to guess\. Repeated characters .*easy to guess\./),
    ]);
    expect(body.message).toBe(body.errors.password[0]);
  });

  it('reports a common password along with the faults of other fields', async () => {
    const { status, body } = await visitor().post('/api/auth/signup', { email: 'weak@example.org', password: 'Password1', timezone: '' });
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['password', 'timezone']]);
  });

  it.each([
    ['a common password', { password: 'Password1' }, 'password'],
    ['a password that is easily guessed', { password: 'Summer2026' }, 'password'],
    ['the name as password', { full_name: 'Augusta Featherstonehaugh', password: 'featherstonehaugh' }, 'password'],
    ['the address as password', { password: 'weak@example.org' }, 'password'],
    ['NUL in a password', { password: 'eight or\u0000 more' }, 'password'],
    ['257 characters', { password: '𝒂'.repeat(257) }, 'password'],
    ['an offset as time zone', { timezone: '+02:00' }, 'timezone'],
    ['an unknown zone', { timezone: 'Europe/Atlantis' }, 'timezone'],
  ])('refuses %s by its field', async (_what, fields, field) => {
    const { status, body } = await visitor().post('/api/auth/signup', account('weak@example.org', fields));
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(await mailsTo('weak@example.org')).toEqual([]);
  });

  it('accepts a password of 256 characters of any script', async () => {
    const letters = Array.from({ length: 256 }, (_, index) => String.fromCodePoint(0x1d41a + ((index * 7) % 26)));
    const password = letters.join('');
    expect((await visitor().post('/api/auth/signup', account('wide@example.org', { password }))).status).toBe(201);
    const { body } = await visitor().post('/api/auth/signin', { email: 'wide@example.org', password });
    expect(body.code).toBe('email_not_confirmed');
  });

  it('answers a known, confirmed address like a new one, and sends its owner a mail with a link to reset the password', async () => {
    await member(server, 'known@example.org');
    const fields = { full_name: 'Mallory', timezone: 'Asia/Tokyo' };
    const known = await visitor().post('/api/auth/signup', account('Known@example.org', fields));
    const fresh = await visitor().post('/api/auth/signup', account('fresh@example.org', fields));
    expect(known.status).toBe(201);
    expect(known.body).toEqual({ ...fresh.body, user: { ...fresh.body.user, id: known.body.user.id, email: 'Known@example.org' } });
    expect(known.body.user.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    expect(fresh.body.user.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    const names = (headers: Headers) => [...headers.keys()].sort();
    expect(names(known.headers)).toEqual(names(fresh.headers));
    expect((await mailsTo('known@example.org')).map(({ kind }) => kind)).toEqual(['confirmation', 'known_address']);
    const again = await visitor().post('/api/auth/signup', account('known@example.org', fields));
    expect(again.body.user.id, 'every sign-up has an id of its own').not.toBe(known.body.user.id);
    const { status } = await visitor().post('/api/auth/reset', {
      token: await lastToken('known@example.org'),
      password: 'a stone bridge again',
    });
    expect(status).toBe(200);
  });

  it('answers with a strong tag, and so does GET of the user', async () => {
    const { headers } = await visitor().post('/api/auth/signup', account('tagged@example.org'));
    expect(headers.get('etag')).toMatch(/^"[\w-]+"$/);
    const client = await member(server, 'tag@example.org');
    const tag = (await client.get('/api/auth/user')).headers.get('etag') as string;
    expect((await client.get('/api/auth/user', { 'if-none-match': tag })).status).toBe(304);
    await client.put('/api/settings/profile', { full_name: 'Ada Other' });
    expect((await client.get('/api/auth/user', { 'if-none-match': tag })).status).toBe(200);
  });

  it('gives one account to an address that signs up and confirms many times at once', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, () => visitor().post('/api/auth/signup', account('race@example.org'))));
    expect(tries.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const mails = await mailsTo('race@example.org');
    expect(mails).toHaveLength(8);
    const confirm = (token: string) => visitor().post('/api/auth/confirm', { token, password: PASSWORD });
    const confirmed = await Promise.all(mails.map(({ token }) => confirm(token)));
    expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(401)]);
  });
});

describe('links', () => {
  it('work once', async () => {
    await visitor().post('/api/auth/signup', account('once@example.org'));
    const token = await lastToken('once@example.org');
    const confirm = () => visitor().post('/api/auth/confirm', { token, password: PASSWORD });
    const both = await Promise.all([confirm(), confirm()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('are refused in the same way if they are used, expired or invented, before other faults of the body', async () => {
    await member(server, 'links@example.org');
    const used = (await mailsTo('links@example.org'))[0]?.token;
    await visitor().post('/api/auth/forgot', { email: 'links@example.org' });
    const expired = await lastToken('links@example.org');
    server.stores.clock.advance('PT1H');
    const tries = [used, expired, 'invented'];
    const answers = await Promise.all(tries.map((token) => visitor().post('/api/auth/reset', { token, password: 'short' })));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it.each([
    ['confirm', 'PT23H59M59S', 200],
    ['confirm', 'PT24H', 401],
    ['reset', 'PT59M59S', 200],
    ['reset', 'PT1H', 401],
  ] as const)('to %s answer after %s with %i', async (what, later, answer) => {
    const email = `${what}-${later.toLowerCase()}@example.org`;
    if (what === 'reset') await member(server, email);
    else await visitor().post('/api/auth/signup', account(email));
    if (what === 'reset') await visitor().post('/api/auth/forgot', { email });
    const token = await lastToken(email);
    server.stores.clock.advance(later);
    const { status } = await visitor().post(`/api/auth/${what}`, { token, password: PASSWORD });
    expect(status).toBe(answer);
  });

  it('to reset the password end every session and sign in', async () => {
    const old = await member(server, 'reset@example.org');
    await visitor().post('/api/auth/forgot', { email: 'RESET@example.org' });
    const client = visitor();
    const { status, body } = await client.post('/api/auth/reset', {
      token: await lastToken('reset@example.org'),
      password: 'quite another bridge',
    });
    expect(status).toBe(200);
    signedIn.parse(body);
    expect((await client.get('/api/auth/user')).status).toBe(200);
    expect((await old.get('/api/auth/user')).status).toBe(401);
    expect((await visitor().post('/api/auth/signin', { email: 'reset@example.org', password: PASSWORD })).status).toBe(401);
    expect((await visitor().post('/api/auth/signin', { email: 'reset@example.org', password: 'quite another bridge' })).status).toBe(200);
  });

  it('can be requested with the same answer for every address', async () => {
    await member(server, 'asked@example.org');
    await visitor().post('/api/auth/signup', account('waiting@example.org'));
    for (const path of ['/api/auth/forgot', '/api/auth/resend']) {
      const answers = await Promise.all(
        ['asked@example.org', 'waiting@example.org', 'nobody@example.org'].map((email) => visitor().post(path, { email })),
      );
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    }
    const kinds = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind);
    expect(await kinds('asked@example.org')).toEqual(['confirmation', 'password_reset']);
    expect(await kinds('waiting@example.org')).toEqual(['confirmation', 'confirmation', 'confirmation']);
    expect(await kinds('nobody@example.org')).toEqual([]);
  });
});
