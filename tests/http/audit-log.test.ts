import { afterEach, expect, test } from 'vitest';
import { Client, PASSWORD } from '../support/client.ts';
import { type Operated, startOperated } from '../support/operated.ts';

interface Line {
  readonly audit?: string;
  readonly outcome?: string;
  readonly account?: string | null;
  readonly address?: string | null;
  readonly network?: string;
  readonly request?: string | null;
}

const ADA = 'ada.lovelace@example.org';
const NAME = 'Ada Lovelace';
const HOME = '2001:db8:aaaa:bbbb:1:2:3:4';
const AWAY = '203.0.113.77';
const WRONG = 'a wrong plain stone';

let operated: Operated;
afterEach(() => operated.stop());

const lines = (): readonly Line[] => operated.lines.map((line) => JSON.parse(line) as Line).filter(({ audit }) => audit !== undefined);
const told = (): readonly string[] => lines().map(({ audit, outcome }) => `${audit} ${outcome}`);

async function linkTo(address: string, path: string): Promise<string> {
  const link = new RegExp(`${path}\\?token=(\\w+)`);
  const found = () => link.exec(operated.mails.findLast(({ to, raw }) => to === address && link.test(raw))?.raw ?? '')?.[1];
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found() as string;
}

test('operators see sign-ins, refusals, limits and deletions, and no personal data', { timeout: 120_000 }, async () => {
  operated = await startOperated();
  const ada = new Client(operated.url);
  const at = (from: string) => ({ 'x-forwarded-for': from });
  const signIn = (client: Client, password: string, email = ADA, from = HOME) =>
    client.post('/api/auth/signin', { email, password }, at(from));

  await ada.post('/api/auth/signup', { email: ADA, password: PASSWORD, full_name: NAME, timezone: 'Europe/Berlin' }, at(HOME));
  const confirmation = await linkTo(ADA, '/auth/confirm');
  expect((await ada.post('/api/auth/confirm', { token: confirmation }, at(HOME))).status).toBe(200);
  await ada.post('/api/auth/confirm', { token: confirmation }, at(HOME));
  const { user, session } = (await ada.get('/api/auth/session', at(HOME))).body;
  const bearer = { authorization: `Bearer ${session.access_token}`, ...at(AWAY) };
  const stranger = new Client(operated.url);
  await signIn(stranger, WRONG, ADA.toUpperCase(), AWAY);
  await signIn(stranger, WRONG, 'nobody@example.org', AWAY);
  for (let count = 0; count < 12; count += 1) await signIn(stranger, WRONG, ADA, AWAY);
  await stranger.delete('/api/settings/account', undefined, bearer);
  await stranger.get('/api/tasks', { authorization: 'Bearer made~up.token', ...at(AWAY) });
  await ada.post('/api/tasks', { title: 'x' }, { origin: 'https://evil.example', ...at(AWAY) });
  await ada.post('/api/auth/password', { current_password: WRONG, new_password: 'another stone bridge' }, at(HOME));
  await ada.post('/api/auth/password', { current_password: PASSWORD, new_password: 'another stone bridge' }, at(HOME));
  await ada.post('/api/auth/forgot', { email: ADA }, at(HOME));
  const reset = await linkTo(ADA, '/auth/reset');
  await ada.post('/api/auth/reset', { token: reset, password: 'a third plain bridge' }, at(HOME));
  await ada.get('/api/tasks', at(HOME));
  await ada.post('/api/auth/signout', undefined, at(HOME));
  await signIn(ada, 'a third plain bridge');
  const cookies = [ada.cookie as string, ada.known as string];
  expect((await ada.delete('/api/settings/account', undefined, at(HOME))).status).toBe(200);
  await expect.poll(told).toContain('erasure keys_destroyed');

  expect(told().filter((one) => one !== 'erasure last_keys_destroyed')).toEqual([
    'signup done',
    'confirm done',
    'confirm token_invalid',
    ...Array(11).fill('signin invalid_credentials'),
    // A flood of them is one line a minute.
    'signin rate_limited',
    'deletion cookie_needed',
    'call unauthenticated',
    'call cross_site',
    'password validation_failed',
    'password done',
    'forgot done',
    'reset done',
    'signout done',
    'signin done',
    'erasure decided',
    'erasure keys_destroyed',
    'deletion done',
  ]);

  const [signup, ...rest] = lines();
  const account = lines().find(({ audit, outcome }) => audit === 'signin' && outcome === 'done')?.account;
  const wrong = lines().filter(({ audit, outcome }) => audit === 'signin' && outcome === 'invalid_credentials');
  expect(new Set(wrong.map(({ address }) => address)).size, 'an address is one, however it is written').toBe(2);
  expect(wrong[0]?.address).toBe(signup?.address);
  expect(new Set(lines().flatMap(({ network }) => network ?? [])).size).toBe(2);
  for (const { audit, account: whose } of rest) if (audit === 'erasure' || audit === 'password') expect(whose).toBe(account);

  for (const line of lines()) {
    expect(
      Object.keys(line)
        .filter((name) => !['level', 'time', 'event', 'msg'].includes(name))
        .toSorted(),
    ).toEqual(
      line.audit === 'erasure' ? ['account', 'audit', 'outcome'] : ['account', 'address', 'audit', 'network', 'outcome', 'request'],
    );
    for (const hash of [line.account, line.address, line.network]) if (hash) expect(hash).toMatch(/^[0-9a-f]{16}$/);
  }
  const secrets = [
    ...[ADA, 'nobody@example.org', 'ada.lovelace', 'lovelace', 'nobody'],
    ...[NAME, HOME, '2001:db8', AWAY, '203.0.113', PASSWORD, WRONG, 'stone bridge', 'plain bridge'],
    ...[user.id as string, session.access_token as string, confirmation, reset],
    ...cookies.map((cookie) => cookie.split('=')[1] as string),
    /=([^.]+)\./.exec(cookies[0] as string)?.[1] as string,
  ];
  const log = operated.lines.join('\n').toLowerCase();
  for (const secret of secrets) expect(log, secret).not.toContain(secret.toLowerCase());
});
