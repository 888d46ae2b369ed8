import { afterEach, expect, test } from 'vitest';
import { requestDeletion } from '../../src/app/account/account-deletion.ts';
import { START } from '../../src/domain/kernel/event.ts';
import { PROJECTIONS } from '../../src/wiring/features.ts';
import { Client, PASSWORD } from '../support/client.ts';
import { allFiles, tracesOf } from '../support/file-samples.ts';
import { type Served, startServed } from '../support/ways.ts';

const AT = '2026-11-20T16:00:00Z';
const EMAIL = 'Cassiopeia.Quillfeather@example.org';
const NAME = 'Cassiopeia Quillfeather';
const TEXTS = {
  title: 'Rehearse the zugzwang lecture',
  description: 'With the marzipan diagrams',
  tag: 'endgame-theory',
  reason: 'The metronome is broken',
  routine: 'Polish the theremin',
  letter: 'Concerning the harpsichord strings',
  letterTo: 'zebedee.lutier@workshop.example',
  token: 'Pantograph of the observatory',
  avatar: 'https://pictures.example/cassiopeia.png',
  partner: 'Bartholomew Underhill',
  partnerEmail: 'underhill.b@partner.example',
  partnerNumber: '+49 1521 9876543',
};

let server: Served;
afterEach(() => server.dispose());

/** A user with something personal in every place where the program stores anything. */
async function busyPerson(): Promise<Client> {
  const client = await server.member(EMAIL, NAME);
  let keys = 1;
  const call = async (method: 'post' | 'put' | 'patch', path: string, body: object): Promise<{ id: string }> => {
    const answer = await client[method](path, body, method === 'post' ? { 'idempotency-key': String(keys++) } : {});
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  };
  const { title, description, tag } = TEXTS;
  await call('post', '/api/tasks', { title, description, tags: [tag], due_date: '2026-11-22' });
  const { id } = await call('post', '/api/tasks', { title: `${title} again`, due_date: '2026-11-21' });
  await call('patch', `/api/tasks/${id}/status`, { status: 'skipped', reason: TEXTS.reason });
  const asked = await call('post', '/api/tasks', { title: 'Write to the maker', due_date: '2026-11-22', verification_type: 'email' });
  const letter = { task_id: asked.id, to: [TEXTS.letterTo], subject: TEXTS.letter, body: `${TEXTS.letter}, again` };
  const email = await call('post', '/api/verifications/email-tasks', letter);
  await call('post', '/api/verifications/email-tasks', { ...letter, body: 'A draft' });
  await call('post', '/api/verifications/email-tasks/send', { id: email.id });
  await call('post', '/api/recurring_tasks', { title: TEXTS.routine, rrule: 'FREQ=DAILY', mode: 'due' });
  await call('post', '/api/tokens', { name: TEXTS.token, scopes: ['tasks:read'], expires_at: null });
  await call('put', '/api/settings/profile', { avatar_url: TEXTS.avatar });
  await call('put', '/api/settings/accountability', {
    partner_name: TEXTS.partner,
    partner_email: TEXTS.partnerEmail,
    partner_whatsapp: TEXTS.partnerNumber,
  });
  await server.advance('PT1S');
  const page = /\/partner\/[\w.~-]+/.exec((await server.mails(TEXTS.partnerEmail))[0]?.text ?? '')?.[0] ?? '';
  expect((await new Client(server.url).post(`${page}/accept`)).status).toBeLessThan(400);
  await server.advance('P4D');
  await client.post('/api/auth/signin', { email: EMAIL, password: PASSWORD });
  await client.post('/api/auth/forgot', { email: EMAIL });
  await client.get('/api/settings/account/export');
  await server.advance('PT1S');
  return client;
}

const PERSONAL = [
  EMAIL,
  NAME,
  'Cassiopeia',
  'Quillfeather',
  PASSWORD,
  ...Object.values(TEXTS).filter((text) => text !== TEXTS.partnerNumber),
  // In both spellings, and long enough not to occur in a hash by chance.
  '1521 9876543',
  '15219876543',
];

test('the deletion of an account leaves no byte of the person in any file, and does not change another account', {
  timeout: 60_000,
}, async () => {
  server = await startServed({ at: AT });
  const other = await server.member('other@example.org', 'Ottoline Sedgewick');
  const { body: theirs } = await other.post('/api/tasks', { title: 'Prune the wisteria', due_date: '2026-12-24' });
  const client = await busyPerson();
  const userId = (await client.get('/api/auth/user')).body.user.id as string;
  // This shows that the search works: in development, mails are stored in clear text.
  expect(tracesOf(server.folder, [EMAIL, NAME, TEXTS.partnerEmail, TEXTS.title]).map((one) => one.split(': ')[1])).toEqual(
    expect.arrayContaining([EMAIL, NAME, TEXTS.partnerEmail]),
  );
  expect(allFiles(server.folder).some(([name]) => name.endsWith('.zip'))).toBe(true);
  const bearer = { authorization: `Bearer ${(await client.get('/api/auth/session')).body.session.access_token}` };
  const oldCookie = client.cookie;

  const deleted = await client.delete('/api/settings/account');
  expect([deleted.status, Object.keys(deleted.body)]).toEqual([200, ['message']]);
  expect(client.cookie).toBeNull();
  client.cookie = oldCookie;
  expect((await client.get('/api/tasks')).status).toBe(401);
  client.cookie = null;
  expect((await client.get('/api/tasks', bearer)).status).toBe(401);
  const refused = await client.post('/api/auth/signin', { email: EMAIL, password: PASSWORD });
  expect([refused.status, refused.body.code]).toEqual([401, 'invalid_credentials']);

  const own = PERSONAL.filter((text) => text !== TEXTS.partner && text !== TEXTS.partnerEmail);
  await server.advance('PT1S');
  expect(tracesOf(server.folder, own)).toEqual([]);
  expect(await server.mails(EMAIL)).toEqual([]);
  expect(allFiles(server.folder).some(([name]) => name.endsWith('.zip'))).toBe(false);
  // The partner is notified, without anything about the person.
  const partnerMails = (await server.mails(TEXTS.partnerEmail)).map(({ subject, text }) => `${subject} ${text}`);
  expect(partnerMails).toHaveLength(1);
  expect(own.filter((text) => partnerMails.join().includes(text))).toEqual([]);

  await server.advance('P2D');
  expect(tracesOf(server.folder, PERSONAL)).toEqual([]);
  expect(await server.app.keys.key(userId)).toBeNull();
  await server.advance('P30D');

  // No read model names them, nothing is due for them, the hash chains are valid, and everything can be rebuilt.
  await server.runner.rebuild();
  for (const { name } of PROJECTIONS) {
    const all = await documentsNaming(name, userId);
    expect([name, all]).toEqual([name, []]);
  }
  expect((await server.stores.verify()).breaks).toEqual([]);
  const events = await server.app.store.readAll(START, 100_000);
  expect(events.filter(({ type, metadata }) => metadata.owner === userId && type.startsWith('Account')).map(({ type }) => type)).toEqual([
    'AccountRegistered',
    'AccountConfirmed',
    'AccountDeletionRequested',
    'AccountDeleted',
    'AccountForgotten',
  ]);

  await other.post('/api/auth/signin', { email: 'other@example.org', password: PASSWORD });
  expect((await other.get('/api/tasks?status=pending,missed')).body).toMatchObject([{ id: theirs.id, title: 'Prune the wisteria' }]);
  const again = await server.member(EMAIL, 'Somebody Else');
  expect((await again.get('/api/tasks')).body).toEqual([]);
  expect((await again.get('/api/auth/user')).body.user.id).not.toBe(userId);
  expect((await again.get('/api/audit')).text).not.toContain(userId);
  expect(server.errors).toEqual([]);

  await server.stop();
  expect(
    tracesOf(
      server.folder,
      PERSONAL.filter((text) => text !== EMAIL && !EMAIL.includes(text) && text !== PASSWORD && !NAME.includes(text)),
    ),
  ).toEqual([]);
});

/** The ids of documents that contain the user's id, except tombstones. */
async function documentsNaming(projection: string, userId: string): Promise<readonly string[]> {
  const views = server.app.views;
  const { indexes } = PROJECTIONS.find(({ name }) => name === projection) ?? { indexes: [] };
  const found: string[] = [];
  const direct = await views.documents.get(views.current(projection), userId);
  if (direct) found.push(direct.id);
  for (const { name } of indexes) {
    const { items } = await views.documents.find(views.current(projection), { index: name, equals: [], order: 'asc', limit: 100_000 });
    for (const { id, doc } of items) if (JSON.stringify(doc).includes(userId)) found.push(id);
  }
  return [...new Set(found)];
}

test('a deletion is refused without a session and to another site', async () => {
  server = await startServed({ at: AT });
  const client = await server.member('stays@example.org');
  expect((await new Client(server.url).delete('/api/settings/account')).status).toBe(401);
  const crossed = await client.delete('/api/settings/account', undefined, { origin: 'https://elsewhere.example' });
  expect([crossed.status, crossed.body.code]).toEqual([403, 'cross_site']);
  expect((await client.get('/api/auth/user')).status).toBe(200);
});

test('a deletion is carried out once if it is requested twice at the same time', async () => {
  server = await startServed({ at: AT });
  const client = await server.member('twice@example.org');
  const headers = { cookie: String(client.cookie) };
  const answers = await Promise.all([1, 2, 3].map(() => new Client(server.url).delete('/api/settings/account', undefined, headers)));
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 401)).toEqual([]);
  expect(answers.some(({ status }) => status === 200)).toBe(true);
  const events = await server.app.store.readAll(START, 10_000);
  expect(events.filter(({ type }) => type === 'AccountDeletionRequested')).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'AddressReleased')).toHaveLength(1);
});

test('the next start completes a decided deletion before it answers requests', async () => {
  server = await startServed({ at: AT });
  const client = await server.member(EMAIL, NAME);
  await client.post('/api/tasks', { title: TEXTS.title });
  const userId = (await client.get('/api/auth/user')).body.user.id as string;
  const { app, folder } = server;
  await app.waitForReadModels(await app.store.head());
  await server.timekeeper.stop();
  await requestDeletion(app, userId, app.newId());
  await server.stop();
  server = await startServed({ folder });
  expect(tracesOf(folder, [EMAIL, NAME, TEXTS.title])).toEqual([]);
  expect(await server.app.keys.key(userId)).toBeNull();
  expect((await server.member(EMAIL)).cookie).not.toBeNull();
});

test('a deletion with grace happens after 7 days, and can be taken back until then', async () => {
  server = await startServed({ at: AT });
  const client = await server.member(EMAIL, NAME);
  const path = '/api/settings/account';
  const deletionAt = async (): Promise<string | null> => (await client.get('/api/auth/me')).body.user?.deletion_at;
  const refused = await client.post(`${path}/delete-cancel`);
  expect([refused.status, refused.body.code]).toEqual([409, 'conflict']);
  expect((await client.delete(path, { grace: true })).status).toBe(200);
  const at = await deletionAt();
  expect(at?.slice(0, 10)).toBe('2026-11-27');
  await server.advance('P1D');
  expect((await client.delete(path, { grace: true })).status).toBe(200);
  expect(await deletionAt()).toBe(at);
  const told = (await server.mails(EMAIL)).filter(({ subject }) => subject === 'Your account will be deleted in 7 days');
  expect(told.map(({ text }) => text.includes('27 November 2026'))).toEqual([true]);
  expect((await client.post(`${path}/delete-cancel`)).status).toBe(200);
  expect(await deletionAt()).toBeNull();
  await server.advance('P8D');
  await client.post('/api/auth/signin', { email: EMAIL, password: PASSWORD });
  expect((await client.get('/api/auth/me')).body.user.deletion_at).toBeNull();

  await client.delete(path, { grace: true });
  await server.advance('P6D');
  expect((await client.post('/api/auth/signin', { email: EMAIL, password: PASSWORD })).status).toBe(200);
  await server.advance('P2D');
  expect((await client.post('/api/auth/signin', { email: EMAIL, password: PASSWORD })).body.code).toBe('invalid_credentials');
  expect((await client.get('/api/auth/me')).body.user).toBeNull();
});
