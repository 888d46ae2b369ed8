import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tellOfNewDevice, warnOfRefusedSignIns } from '../../src/app/account/safety-mails.ts';
import { type Recorded, START } from '../../src/domain/kernel/event.ts';
import { streamsOf } from '../../src/projections/account/accounts.ts';
import { refusedSignInsOf } from '../../src/projections/account/refused-sign-ins.ts';
import { Client, PASSWORD } from '../support/client.ts';
import { type Served, startServed } from '../support/ways.ts';

const ADA = 'ada@example.org';

describe('a sign-in from a new browser', () => {
  const SUBJECT = 'Your account was opened in a new browser';

  let server: Served;
  beforeEach(async () => {
    server = await startServed({ at: '2026-11-20T08:00:00Z' });
  });
  afterEach(() => server.dispose());

  async function signIn(client = new Client(server.url), email = ADA): Promise<Client> {
    const { status, text } = await client.post('/api/auth/signin', { email, password: PASSWORD });
    if (status !== 200) throw new Error(text);
    return client;
  }
  /** The mails about new browsers, after all that follows from what was done. */
  async function notices(email = ADA) {
    await server.advance('PT1S');
    return (await server.mails(email)).filter(({ subject }) => subject === SUBJECT);
  }
  const started = async (): Promise<readonly Recorded[]> =>
    (await server.app.store.readAll(START, 100_000)).filter(({ type }) => type === 'SessionStarted');

  test('a new browser causes one mail; the browser that confirmed the address is known from the start', { timeout: 60_000 }, async () => {
    const first = await server.member(ADA);
    expect(await notices()).toHaveLength(0);
    await signIn(first);
    await first.post('/api/auth/signout');
    await signIn(first);
    expect(await notices()).toHaveLength(0);

    const second = await signIn();
    const [mail] = await notices();
    expect(mail?.text).toContain('It was on Friday 20 November 2026, 09:00 (UTC+01:00), in a browser in which nobody had signed in');
    expect(mail?.text).toContain('/auth/forgot');
    await signIn(second);
    await second.post('/api/auth/signout', { everywhere: true });
    await signIn(second);
    expect(await notices()).toHaveLength(1);
    const trail = (await second.get('/api/reports/history?type=account&limit=200')).body as readonly { action: string; detail: string }[];
    const told = trail.filter(({ action, detail }) => action === 'session.started' && /not known/.test(detail));
    expect(told.map(({ detail }) => detail)).toEqual(['With the password. In a browser that was not known here.']);

    await server.member('bob@example.org');
    await signIn(first, 'bob@example.org');
    expect(await notices('bob@example.org'), 'it was known for another account only').toHaveLength(1);
    expect(await notices()).toHaveLength(1);

    // A reaction is repeated after a crash; a restart alone has no effect.
    for (const event of await started()) expect(await tellOfNewDevice(server.app, event)).toBeNull();
    await server.stop();
    server = await startServed({ folder: server.folder });
    expect(await notices()).toHaveLength(1);
  });

  test('setting a password with a link in a new browser causes a mail; a session from before this cookie existed makes its browser known', async () => {
    const first = await server.member(ADA);
    first.known = null;
    await signIn(first);
    expect(first.known).not.toBeNull();
    expect(await notices()).toHaveLength(0);
    await first.post('/api/auth/forgot', { email: ADA });
    await server.accounts.drain();
    await server.advance('PT1S');
    const token = /reset\?token=(\w+)/.exec((await server.mails(ADA))[0]?.text ?? '')?.[1];
    expect((await new Client(server.url).post('/api/auth/reset', { token, password: 'another stone bridge' })).status).toBe(200);
    expect(await notices()).toHaveLength(1);
  }, 60_000);

  test('a client without cookies causes at most ten mails a day, whatever the owner turned off', { timeout: 60_000 }, async () => {
    const ada = await server.member(ADA);
    const off = { task_reminders: false, verification_updates: false, weekly_reports: false, system_updates: false };
    expect((await ada.put('/api/settings/notifications', off)).status).toBe(200);
    for (let count = 0; count < 12; count += 1) await signIn();
    expect(await notices()).toHaveLength(10);
    await server.advance('P1D');
    await signIn();
    expect(await notices()).toHaveLength(11);
  });

  test('an account that is deleted meanwhile gets no mail', { timeout: 60_000 }, async () => {
    const ada = await server.member(ADA);
    await signIn();
    const newest = (await started()).at(-1) as Recorded;
    await ada.delete('/api/settings/account');
    expect(await tellOfNewDevice(server.app, newest)).toBeNull();
  });
});

describe('refused sign-ins', () => {
  const SUBJECT = 'Somebody tried to sign in to your account';

  let server: Served;
  afterEach(() => server.dispose());

  /** Attempts with a wrong password, more than a quarter of an hour after the former ones, and all that follows from them. */
  async function tries(count: number, email = ADA): Promise<void> {
    await server.advance('PT16M');
    for (let each = 0; each < count; each += 1) {
      const { status } = await new Client(server.url).post('/api/auth/signin', { email, password: 'not the one' });
      expect(status).toBe(401);
    }
    await server.accounts.drain();
    await server.advance('PT1S');
  }
  const warnings = async (email = ADA): Promise<number> => (await server.mails(email)).filter(({ subject }) => subject === SUBJECT).length;
  const refusals = async (): Promise<readonly Recorded[]> =>
    (await server.app.store.readAll(START, 100_000)).filter(({ type }) => type === 'SessionRefused');

  test('the owner gets one mail a day about ten refused sign-ins, and none about fewer', { timeout: 60_000 }, async () => {
    server = await startServed({ at: '2026-11-20T08:00:00Z' });
    await server.member(ADA);
    await tries(9);
    expect(await warnings()).toBe(0);
    await tries(1);
    expect(await warnings()).toBe(1);
    await tries(1);
    await tries(10);
    expect(await warnings()).toBe(1);

    await server.advance('P1D');
    await tries(9);
    expect(await warnings()).toBe(1);
    await tries(1);
    expect(await warnings()).toBe(2);

    // A reaction is repeated after a crash; a rebuild and a restart have no effect.
    for (const event of await refusals()) expect(await warnOfRefusedSignIns(server.app, event)).toBeNull();
    await server.runner.rebuild();
    await server.advance('PT1M');
    await server.stop();
    server = await startServed({ folder: server.folder });
    await server.advance('PT1M');
    expect(await warnings()).toBe(2);
  });

  test('nobody gets a mail about attempts with an address that is unknown or not confirmed', { timeout: 60_000 }, async () => {
    server = await startServed({ at: '2026-11-20T08:00:00Z' });
    const account = { email: 'early@example.org', password: PASSWORD, full_name: 'Grace H', timezone: 'UTC' };
    await new Client(server.url).post('/api/auth/signup', account);
    for (const email of ['early@example.org', 'nobody@example.org']) {
      await tries(10, email);
      await tries(2, email);
      expect(await warnings(email)).toBe(0);
    }
    expect(await refusals()).toEqual([]);
  });

  test('a deleted account loses all record of them', { timeout: 60_000 }, async () => {
    server = await startServed({ at: '2026-11-20T08:00:00Z' });
    const ada = await server.member(ADA);
    const owner = (await ada.get('/api/auth/user')).body.user.id as string;
    await tries(10);
    const { views } = server.app;
    expect([await warnings(), (await refusedSignInsOf(views, owner))?.doc.count]).toEqual([1, 10]);
    expect((await ada.delete('/api/settings/account')).status).toBe(200);
    await server.advance('PT1S');
    await tries(10);
    await server.advance('P2D');
    expect(await warnings()).toBe(0);
    expect(await refusedSignInsOf(views, owner)).toBeNull();
    expect((await streamsOf(views, owner, { limit: 10 })).items).toEqual([]);
    const found = await refusals();
    expect(found).toHaveLength(10);
    for (const event of found) expect(await warnOfRefusedSignIns(server.app, event)).toBeNull();
    await server.runner.rebuild();
    await server.advance('PT1M');
    expect([await warnings(), await refusedSignInsOf(views, owner)]).toEqual([0, null]);
  });
});
