import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/app/account/passwords.ts';
import { asUser } from '../../src/app/account/sessions.ts';
import { accountDecider, addressDecider } from '../../src/domain/account/decide.ts';
import { accountStream } from '../../src/domain/account/events.ts';
import { addressStream } from '../../src/domain/account/sign-in-events.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { handle } from '../../src/domain/kernel/handle.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { Client, PASSWORD } from '../support/client.ts';
import { type Served, startServed } from '../support/ways.ts';

let served: Served;
beforeAll(async () => {
  served = await startServed({ at: '2026-11-20T16:00:00.000Z' });
});
afterAll(() => served.dispose());

const account = (email: string, fields: object = {}) => ({ email, password: PASSWORD, full_name: 'Ada Ode', timezone: 'UTC', ...fields });
const lastToken = async (email: string): Promise<string> =>
  /confirm\?token=(\w+)/.exec((await served.mails(email))[0]?.text ?? '')?.[1] as string;
const typesOf = async (owner: string): Promise<readonly string[]> =>
  (await served.stores.store.readStream(accountStream(owner))).map(({ type }) => type);

/** All stored data of a user: the key, the password, links, documents of read models, and copies of mails. */
async function leftOf(owner: string, email: string) {
  const { app } = served;
  await app.waitForReadModels(await app.store.head());
  const documents = [];
  for (const { name } of PROJECTIONS) {
    const found = await app.views.documents.get(app.views.current(name), owner);
    if (found !== null) documents.push(name);
  }
  return {
    key: (await app.keys.key(owner)) !== null,
    password: (await app.credentials.password(owner)) !== null,
    links: (await app.linkTokens.tokensOf(owner, 'confirm')).length,
    documents,
    mails: (await served.mails(email)).length,
  };
}
const NOTHING = { key: false, password: false, links: 0, documents: [], mails: 0 };

async function signUp(email: string, fields: object = {}) {
  const client = new Client(served.url);
  const { body } = await client.post('/api/auth/signup', account(email, fields));
  await served.advance('PT1S');
  return { client, id: body.user.id as string, token: await lastToken(email) };
}

describe('a sign-up that nobody confirms', () => {
  test('is removed when its link has expired, and leaves nothing behind', async () => {
    const email = 'gone@example.org';
    const { id, client, token } = await signUp(email);
    await served.advance('PT23H59M');
    expect(await leftOf(id, email)).toMatchObject({ key: true, password: true, links: 1, mails: 1 });
    await served.advance('PT2M');
    expect(await leftOf(id, email)).toEqual(NOTHING);
    expect(await typesOf(id)).toEqual(['AccountRegistered', 'SignupAnswered', 'SignupEnded', 'AccountDeleted', 'AccountForgotten']);
    expect((await client.post('/api/auth/confirm', { token })).body.code).toBe('token_invalid');
    expect((await client.post('/api/auth/signin', { email, password: PASSWORD })).body.code).toBe('invalid_credentials');
    expect(
      (await served.mails()).some(({ subject }: { subject: string }) => /deleted/.test(subject)),
      'no farewell',
    ).toBe(false);
    expect(served.errors).toEqual([]);
    const again = await signUp(email);
    expect((await again.client.post('/api/auth/confirm', { token: again.token })).status).toBe(200);
  });

  test('waits as long as a link that was requested later', async () => {
    const email = 'later@example.org';
    const { id, client } = await signUp(email);
    await served.advance('PT20H');
    await client.post('/api/auth/resend', { email });
    await served.advance('PT10H');
    const { status } = await client.post('/api/auth/confirm', { token: await lastToken(email) });
    expect([status, await typesOf(id)]).toEqual([200, ['AccountRegistered', 'SignupAnswered', 'AccountConfirmed']]);
  });
});

test('when one sign-up of an address is confirmed, the others end and leave nothing behind', async () => {
  const email = 'first@example.org';
  const other = await signUp(email, { password: 'chosen by a stranger' });
  const owner = await signUp(email);
  expect((await owner.client.post('/api/auth/confirm', { token: owner.token })).status).toBe(200);
  await served.advance('PT1S');
  expect(await leftOf(other.id, 'nobody@example.org')).toEqual(NOTHING);
  expect(await typesOf(other.id)).toContain('SignupEnded');
});

test('sign-ups with the address of an account that is deleted leave nothing behind either', async () => {
  const email = 'leaves@example.org';
  const owner = await signUp(email);
  await owner.client.post('/api/auth/confirm', { token: owner.token });
  const stranger = await signUp(email, { full_name: 'Mallory', password: 'chosen by a stranger' });
  expect(await leftOf(stranger.id, 'nobody@example.org')).toMatchObject({
    key: true,
    password: true,
    documents: expect.arrayContaining(['signups']),
  });
  expect((await owner.client.delete('/api/settings/account')).status).toBe(200);
  await served.advance('PT1S');
  expect(await leftOf(stranger.id, email)).toEqual(NOTHING);
});

test('the mail is sent even if the program crashed between the answer and the work that was left for after it', async () => {
  const { app } = served;
  const [id, email] = [v7(), 'crash@example.org'];
  await app.keys.createKey(id);
  await app.credentials.setPassword(id, await hashPassword(PASSWORD));
  const command = { type: 'Register', addressKey: app.hashes.keyed('address', email), timezone: 'UTC', source: 'here' } as const;
  const identity = { email, full_name: 'Ada Ode' };
  await handle(app, accountDecider, accountStream(id), { ...command, identity }, asUser(id, 'test'));
  await served.advance('PT2M');
  const { status, body } = await new Client(served.url).post('/api/auth/confirm', { token: await lastToken(email), password: PASSWORD });
  expect([status, body.user?.id]).toEqual([200, id]);
});

describe('an account that an earlier version left unconfirmed', () => {
  /** As earlier versions wrote it: the address is reserved at the sign-up. */
  async function leftBehind(email: string): Promise<string> {
    const { app } = served;
    const [id, key] = [v7(), app.hashes.keyed('address', email)];
    await app.keys.createKey(id);
    await handle(app, addressDecider, addressStream(key), { type: 'Reserve', userId: id }, asUser(id, 'test'));
    await app.credentials.setPassword(id, await hashPassword(PASSWORD));
    const command = { type: 'Register', addressKey: key, timezone: 'UTC', identity: { email, full_name: 'Ada Ode' } } as const;
    await handle(app, accountDecider, accountStream(id), command, asUser(id, 'test'));
    return id;
  }

  test('can be confirmed at any time, by a requested link and its password', async () => {
    const email = 'dora@example.org';
    const id = await leftBehind(email);
    await served.advance('P3D');
    const client = new Client(served.url);
    expect((await client.post('/api/auth/signin', { email, password: PASSWORD })).body.code).toBe('email_not_confirmed');
    await client.post('/api/auth/forgot', { email });
    await served.advance('PT1S');
    const token = await lastToken(email);
    expect((await client.post('/api/auth/confirm', { token })).body.code).toBe('password_needed');
    const { status, body } = await client.post('/api/auth/confirm', { token, password: PASSWORD });
    expect([status, body.user.id]).toEqual([200, id]);
  });

  test('loses its address to a sign-up that is confirmed before it', async () => {
    const email = 'taken@example.org';
    const id = await leftBehind(email);
    const { client, token, id: fresh } = await signUp(email, { password: 'another plain bridge' });
    const { status, body } = await client.post('/api/auth/confirm', { token });
    expect([status, body.user.id]).toEqual([200, fresh]);
    await served.advance('PT1S');
    expect(await leftOf(id, 'nobody@example.org')).toEqual(NOTHING);
    expect((await client.post('/api/auth/signin', { email, password: 'another plain bridge' })).status).toBe(200);
    const types = (await served.stores.store.readAll(START, 100_000))
      .filter(({ stream }) => addressStream.has(stream))
      .map(({ type }) => type);
    expect(types.slice(-3)).toEqual(['AddressReserved', 'AddressReleased', 'AddressReserved']);
  });
});
