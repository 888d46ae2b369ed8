import { afterAll, beforeAll, expect, test } from 'vitest';
import { personalMailbox } from '../../src/providers/mail/personal-development.ts';
import { type Client, member } from '../support/client.ts';
import { emailSender } from '../support/personal-mails.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

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
])('an email of somebody who is called %j is sent by %s', async (full_name, sender) => {
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
