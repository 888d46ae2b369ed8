import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, PASSWORD, requestedMails } from '../support/client.ts';
import { BEHIND_PROXIES, startTestServer, type TestServer } from '../support/server.ts';

// In production mode, so that the network address of a browser can be chosen.
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ config: { callers: BEHIND_PROXIES } });
});
afterAll(() => server.dispose());

const HOME = { 'x-forwarded-for': '203.0.113.7' };
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.9' };
const visitor = (): Client => new Client(server.url);

/** Signs up, and gives the browser, the id and the token of the link. */
async function signUp(email: string, fields: object = {}, from: Readonly<Record<string, string>> = HOME) {
  const client = visitor();
  const body = { email, password: PASSWORD, full_name: 'Ada Ode', timezone: 'Europe/Berlin', ...fields };
  const { status, body: answer } = await client.post('/api/auth/signup', body, from);
  expect(status).toBe(201);
  return { client, id: answer.user.id as string, token: (await mailsTo(email)).at(-1)?.token as string };
}
async function mailsTo(email: string) {
  await server.http.drain();
  return (await requestedMails(server.app)).filter(({ to }) => to === email);
}
const confirm = (token: string, password?: string, client = visitor()) =>
  client.post('/api/auth/confirm', { token, ...(password !== undefined && { password }) });
const signIn = (email: string, password: string, from: Readonly<Record<string, string>> = HOME) =>
  visitor().post('/api/auth/signin', { email, password }, from);

describe('sign-ups of one address', () => {
  it('exist side by side, and the first that is confirmed counts with all its data; the others end', async () => {
    const email = 'side@example.org';
    const owner = await signUp(email, { full_name: 'Owner', password: 'the password of the owner' });
    const stranger = await signUp('SIDE@example.org', { password: 'chosen by a stranger', timezone: 'Asia/Tokyo' }, ELSEWHERE);
    expect(stranger.id).not.toBe(owner.id);
    const { status, body } = await confirm(owner.token, undefined, owner.client);
    expect([status, body.user]).toEqual([
      200,
      expect.objectContaining({ id: owner.id, email, timezone: 'Europe/Berlin', user_metadata: { full_name: 'Owner', avatar_url: null } }),
    ]);
    const late = await confirm(stranger.token, 'chosen by a stranger', stranger.client);
    expect([late.status, late.body.code]).toEqual([401, 'token_invalid']);
    expect((await signIn(email, 'chosen by a stranger')).body.code).toBe('invalid_credentials');
    expect((await signIn(email, 'the password of the owner')).status).toBe(200);
  });

  it('are at most five from one network address, where a new one ends the oldest; those from others stay', async () => {
    const email = 'five@example.org';
    const owner = await signUp(email);
    const theirs = [];
    for (let count = 0; count < 6; count += 1) theirs.push(await signUp(email, { password: `password of try ${count}` }, ELSEWHERE));
    const [first, second] = theirs;
    const replaced = await confirm(first?.token as string, undefined, first?.client);
    expect([replaced.status, replaced.body.code]).toEqual([401, 'token_invalid']);
    expect((await confirm(second?.token as string)).body.code).toBe('password_needed');
    expect((await confirm(owner.token, undefined, owner.client)).status).toBe(200);
  });

  it('come from the same network address if they come from the same /64', async () => {
    const from = (host: number) => ({ 'x-forwarded-for': `2001:db8:1:2::${host}` });
    const made = [];
    for (let host = 1; host <= 6; host += 1) made.push(await signUp('six@example.org', {}, from(host)));
    expect((await confirm(made[0]?.token as string, undefined, made[0]?.client)).body.code).toBe('token_invalid');
    expect((await confirm(made[1]?.token as string, undefined, made[1]?.client)).status).toBe(200);
  });

  it('are found at sign-in by their own password, and the answer asks for the confirmation', async () => {
    await signUp('each@example.org', { password: 'a first fine password' });
    await signUp('each@example.org', { password: 'a second fine password' }, ELSEWHERE);
    const code = async (password: string) => (await signIn('each@example.org', password)).body.code;
    expect(await code('a first fine password')).toBe('email_not_confirmed');
    expect(await code('a second fine password')).toBe('email_not_confirmed');
    expect(await code('a third fine password')).toBe('invalid_credentials');
  });

  it('of a known address get the same answer, send its owner a mail each, and can be neither confirmed nor used to sign in', async () => {
    const email = 'known@example.org';
    const owner = await signUp(email);
    await confirm(owner.token, undefined, owner.client);
    const { id } = await signUp(email, { password: 'chosen by a stranger' }, ELSEWHERE);
    expect(id).not.toBe(owner.id);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['confirmation', 'known_address']);
    expect((await signIn(email, 'chosen by a stranger')).body.code).toBe('invalid_credentials');
    for (const path of ['/api/auth/resend', '/api/auth/forgot']) await visitor().post(path, { email }, ELSEWHERE);
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['confirmation', 'known_address', 'password_reset']);
  });
});

describe('confirming', () => {
  it('in the browser that signed up needs no password, for any of its sign-ups', async () => {
    const first = await signUp('browser@example.org');
    await first.client.post('/api/auth/signup', { email: 'second@example.org', password: PASSWORD, full_name: '', timezone: 'UTC' }, HOME);
    const second = (await mailsTo('second@example.org')).at(-1)?.token as string;
    expect((await confirm(first.token, undefined, first.client)).status).toBe(200);
    expect((await confirm(second, undefined, first.client)).status).toBe(200);
  });

  it('in another browser needs the password of that sign-up, and after a wrong one the link still works', async () => {
    const { token } = await signUp('other@example.org', { password: 'the right one of these' });
    const eve = await signUp('eve@example.org');
    const tries = [
      await confirm(token),
      await confirm(token, 'a wrong one of these'),
      await confirm(token, undefined, eve.client),
      await confirm(token, 'the right one of these'),
    ];
    expect(tries.map(({ status, body }) => body.code ?? status)).toEqual([
      'password_needed',
      'invalid_credentials',
      'password_needed',
      200,
    ]);
  });

  it('does not accept a cookie that the program has not signed', async () => {
    const { token, id } = await signUp('forged@example.org');
    const client = visitor();
    client.signedUp = `vouch_signup=${id}.${'0'.repeat(64)}`;
    expect((await confirm(token, undefined, client)).body.code).toBe('password_needed');
    client.signedUp = 'vouch_signup=.';
    expect((await confirm(token, undefined, client)).body.code).toBe('password_needed');
  });

  it('with wrong passwords is refused with 429 after ten, whatever link of the sign-up is used', async () => {
    const { token, client } = await signUp('guess@example.org', { password: 'not to be guessed soon' });
    const codes = [];
    for (let count = 0; count < 11; count += 1) codes.push((await confirm(token, `guess number ${count}`)).status);
    expect(codes).toEqual([...Array(10).fill(401), 429]);
    await client.post('/api/auth/resend', { email: 'guess@example.org' }, HOME);
    const next = (await mailsTo('guess@example.org')).at(-1)?.token as string;
    expect(next).not.toBe(token);
    expect((await confirm(next, 'not to be guessed soon')).status).toBe(429);
  });

  it('refuses a link that no longer works before it asks for a password or checks the rest of the body', async () => {
    for (const body of [{ token: 'invented' }, { token: 'invented', password: 7, odd: true }])
      expect((await visitor().post('/api/auth/confirm', body)).body.code).toBe('token_invalid');
    const { token } = await signUp('strict@example.org');
    const { status, body } = await visitor().post('/api/auth/confirm', { token, password: 7, odd: true });
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, ['odd', 'password']]);
  });

  it('is mailed for the sign-up of the browser that asks again, or else of the same network address, or else for the newest', async () => {
    const email = 'again@example.org';
    const owner = await signUp(email, { full_name: 'Owner', password: 'the password of the owner' });
    await signUp(email, { password: 'chosen by a stranger' }, ELSEWHERE);
    const asked = async (client: Client, from: Readonly<Record<string, string>>) => {
      await client.post('/api/auth/resend', { email }, from);
      return (await mailsTo(email)).at(-1)?.token as string;
    };
    const ofOwner = [await asked(owner.client, ELSEWHERE), await asked(visitor(), HOME)];
    const ofNewest = await asked(visitor(), { 'x-forwarded-for': '192.0.2.1' });
    expect((await confirm(ofNewest, 'the password of the owner')).body.code).toBe('invalid_credentials');
    expect((await confirm(ofOwner[0] as string, 'chosen by a stranger')).body.code).toBe('invalid_credentials');
    expect((await confirm(ofOwner[1] as string, 'the password of the owner')).status).toBe(200);
    expect((await confirm(ofOwner[0] as string, 'the password of the owner')).body.code).toBe('token_invalid');
  });

  it('with a repeated Idempotency-Key gives the sign-up the same id, and sends no second mail', async () => {
    const body = { email: 'twice@example.org', password: PASSWORD, full_name: '', timezone: 'UTC' };
    const once = { ...HOME, 'idempotency-key': 'one' };
    const client = visitor();
    const first = await client.post('/api/auth/signup', body, once);
    const again = visitor();
    const second = await again.post('/api/auth/signup', body, once);
    expect([second.headers.get('idempotency-replayed'), second.body]).toEqual(['true', first.body]);
    const [mail, ...more] = await mailsTo('twice@example.org');
    expect(more).toEqual([]);
    expect((await confirm(mail?.token as string, undefined, again)).status).toBe(200);
  });
});
