import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { createEmailTask } from '../../../src/app/email/email-tasks.ts';
import { sendEmailTask } from '../../../src/app/email/sending.ts';
import { promiseTask } from '../../../src/app/task/tasks.ts';
import { emailStream } from '../../../src/domain/email/events.ts';
import type { MailCopy } from '../../../src/ports/files.ts';
import type { OwnMailbox } from '../../../src/ports/mailer.ts';
import { emailTask } from '../../../src/projections/email.ts';
import { proofsOf } from '../../../src/projections/proof/verifications.ts';
import { developmentGmail } from '../../../src/providers/mail/development.ts';
import { gmail } from '../../../src/providers/mail/gmail.ts';
import { appForFile } from '../../support/app.ts';
import { startGmail } from '../../support/github/gmail.ts';
import { emailSender, mailServer } from '../../support/mail-servers.ts';

const SEND = 'https://www.googleapis.com/auth/gmail.send';
const READ = 'https://www.googleapis.com/auth/gmail.readonly';
let me: Caller;
const app = await appForFile((caller) => {
  me = caller;
});
let double: Awaited<ReturnType<typeof startGmail>>;
beforeAll(async () => {
  double = await startGmail();
});
afterAll(() => double.close());

let scopes: readonly string[] = [SEND];
const refused = vi.fn(async () => undefined);
const connections = { tokenOf: async () => ({ token: 't', id: '110', scopes }), refused };
beforeEach(() => {
  scopes = [SEND];
  refused.mockClear();
  Object.assign(double.world, { taken: [], faults: [], tokens: new Map([['t', [SEND, READ]]]) });
});

async function asked(): Promise<{ readonly id: string; readonly taskId: string }> {
  const fields = { title: 'Ask Bo', due_date: '2026-11-20', due_time: '18:00', verification_type: 'email' } as const;
  const { id: taskId } = await app.done(promiseTask(app, me, fields));
  const { id } = await app.done(createEmailTask(app, me, taskId, { to: ['bo@example.org'], subject: 'The window', body: 'Friday?' }));
  await app.done(sendEmailTask(app, me, id));
  return { id, taskId };
}
const sender = (own: OwnMailbox = gmail({ connections, url: double.url })) => {
  const { taken, mailer } = mailServer({ canBeAsked: false });
  return { taken, send: (id: string) => app.done(emailSender(app, mailer, undefined, own)(id)) };
};
const docOf = async (id: string) => (await emailTask(app.views, id))?.doc;
const sentOf = async (id: string) => (await app.store.readStream(emailStream(id))).find(({ type }) => type === 'EmailSent')?.data;

test('an email is sent from the owner’s own mailbox, records both ids, and becomes the proof', async () => {
  const { id, taskId } = await asked();
  const { taken, send } = sender();
  await send(id);
  await send(id);
  expect([taken, double.world.taken.map(({ mail }) => mail.messageId)]).toEqual([[], [`<${id}.1@vouch.example>`]]);
  expect(await docOf(id)).toMatchObject({ status: 'sent', via: 'gmail', message_id: `<${id}.1@vouch.example>` });
  expect(await sentOf(id)).toMatchObject({ via: 'gmail', provider_id: '18c0', confirmed_by: 'server' });
  const [proof] = (await proofsOf(app.views, [taskId])).get(taskId)?.doc.submissions ?? [];
  expect(proof).toMatchObject({ state: 'accepted', reviews: [{ judge: 'check', judge_id: 'gmail' }] });
});

test('the operator’s server sends the email once if Google has ended the connection', async () => {
  double.world.tokens.clear();
  const { id } = await asked();
  const { taken, send } = sender();
  await send(id);
  expect(refused).toHaveBeenCalledWith(me.owner, 'google', 't');
  expect([taken.length, double.world.taken.length]).toEqual([1, 0]);
  expect(await docOf(id)).toMatchObject({ status: 'sent', via: 'smtp' });
  expect(await sentOf(id)).toMatchObject({ via: 'smtp' });
});

test('if Google refuses a token that was renewed meanwhile, the email is sent with the new token and by no other service', async () => {
  double.world.tokens = new Map([['renewed', [SEND]]]);
  let token = 'old';
  const renewing = {
    tokenOf: async () => ({ token, id: '110', scopes }),
    refused: async () => {
      token = 'renewed';
    },
  };
  const { id } = await asked();
  const { taken, send } = sender(gmail({ connections: renewing, url: double.url }));
  await send(id);
  expect([taken, double.world.taken.length, (await docOf(id))?.via]).toEqual([[], 1, 'gmail']);
});

test('without a connected mailbox the operator’s server sends the email', async () => {
  scopes = [];
  const { id } = await asked();
  const { taken, send } = sender();
  await send(id);
  expect([taken.length, await docOf(id)]).toMatchObject([1, { via: 'smtp' }]);
});

test('a refusal by Gmail is a failure, and no other service sends the email', async () => {
  double.world.faults.push({ status: 403, reason: 'dailyLimitExceeded' });
  const { id } = await asked();
  const { taken, send } = sender();
  await send(id);
  expect([taken, await docOf(id)]).toMatchObject([[], { status: 'failed', error: 'Refused by Gmail: 403 dailyLimitExceeded.' }]);
});

test.each([
  ['Gmail is asked whether it was sent, if the scope allows that', [SEND, READ], 'sent'],
  ['the owner is asked whether it was sent, if the scope does not allow that', [SEND], 'unknown'],
])('if the connection breaks after Gmail accepted the mail, %s', async (_, allowed, status) => {
  scopes = allowed;
  double.world.faults.push('lost');
  const { id } = await asked();
  const { taken, send } = sender();
  await send(id);
  expect([taken, (await docOf(id))?.status]).toEqual([[], status]);
});

test('in development the email of an owner who connected Google is kept in the program’s mailbox', async () => {
  const { id } = await asked();
  const kept: MailCopy[] = [];
  const mailbox = { add: async (copy: MailCopy) => void kept.push(copy), has: async () => false };
  const { taken, send } = sender(developmentGmail({ connections, mailbox, from: 'Vouch <vouch@example.org>' }));
  await send(id);
  expect([taken, await docOf(id)]).toMatchObject([[], { status: 'sent', via: 'gmail' }]);
  expect(kept).toMatchObject([{ to: ['bo@example.org'], subject: 'The window' }]);
});
