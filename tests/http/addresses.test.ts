import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { personalMailbox } from '../../src/providers/mail/development.ts';
import { Client, member, PASSWORD } from '../support/client.ts';
import { emailSender } from '../support/mail-servers.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describe('an address in a request', () => {
  let server: TestServer;
  let ada: Client;
  let task: string;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
    task = (await ada.post('/api/tasks', { title: 'Write to Bo', verification_type: 'email', due_date: '2026-11-27' })).body.id;
  });
  afterAll(() => server.dispose());

  const visitor = () => new Client(server.url);
  const EMAIL = '/api/verifications/email-tasks';
  /** Every call that takes an address, and the field under which a wrong one is refused. */
  const CALLS: Readonly<Record<string, (address: string) => Promise<{ status: number; field: unknown }>>> = {
    signup: async (email) =>
      refusal(visitor().post('/api/auth/signup', { email, password: PASSWORD, full_name: '', timezone: 'UTC' }), 'email'),
    resend: async (email) => refusal(visitor().post('/api/auth/resend', { email }), 'email'),
    forgot: async (email) => refusal(visitor().post('/api/auth/forgot', { email }), 'email'),
    partner: async (email) => refusal(ada.post('/api/partners', { name: 'Pat', email }), 'email'),
    settings: async (email) =>
      refusal(ada.put('/api/settings/accountability', { partner_name: 'Pat', partner_email: email }), 'partner_email'),
    to: async (email) => refusal(ada.post(EMAIL, { task_id: task, to: [email], subject: 'Hello', body: 'Hello' }), 'to'),
    cc: async (email) => refusal(ada.post(EMAIL, { task_id: task, cc: [email], subject: 'Hello', body: 'Hello' }), 'cc'),
    bcc: async (email) => refusal(ada.post(EMAIL, { task_id: task, bcc: [email], subject: 'Hello', body: 'Hello' }), 'bcc'),
  };

  async function refusal(answer: ReturnType<Client['post']>, field: string): Promise<{ status: number; field: unknown }> {
    const { status, body } = await answer;
    return { status, field: Object.entries(body.errors ?? {}).find(([name]) => name.startsWith(field))?.[1] };
  }

  test.each(Object.keys(CALLS))('refuses in %s what mail programs would read as another address', async (name) => {
    for (const address of ['=?x?q?=41=42?=@b.example', 'a＠b.example', 'a@b。example', 'a@ｂ.example', 'a@b.example\u200b'])
      expect(await CALLS[name]?.(address), address).toEqual({ status: 422, field: ['Enter a valid email address.'] });
  });
});

describe('the sender of an email', () => {
  const EMAILS = '/api/verifications/email-tasks';
  let server: TestServer;
  let ada: Client;
  beforeAll(async () => {
    server = await startTestServer();
    ada = await member(server);
  });
  afterAll(() => server.dispose());

  test.each([
    ['Ada Ode', 'Ada Ode'],
    ['', 'ada@example.org'],
    ['boss@corp.example', 'ada@example.org'],
    ['www.corp.example', 'ada@example.org'],
  ])('of an owner called %j is %s', async (full_name, sender) => {
    await ada.put('/api/settings/profile', { full_name });
    const task = await ada.post('/api/tasks', { title: 'Ask Bo', due_date: '2026-11-27', verification_type: 'email' });
    const letter = { to: ['bo@example.org'], subject: 'The window', body: 'Could you confirm Friday?' };
    const { id } = (await ada.post(EMAILS, { task_id: task.body.id, ...letter })).body;
    await ada.post(`${EMAILS}/send`, { id });
    await emailSender(server.app, personalMailbox(server.stores.mailbox, 'Vouch <vouch@example.org>'), server.url)(id);
    const mails = await server.stores.mailbox.list({ to: 'bo@example.org', limit: 9 });
    const mail = mails.find(({ id: sent }) => sent.startsWith(id));
    expect(mail).toMatchObject({ from: `${sender} <vouch@example.org>`, headers: { 'reply-to': `${sender} <ada@example.org>` } });
  });
});
