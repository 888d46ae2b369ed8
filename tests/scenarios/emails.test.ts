import { afterEach, expect, test } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { createEmailTask } from '../../src/app/email/email-tasks.ts';
import { claimEmail, dueEmail, sendEmailTask } from '../../src/app/email/sending.ts';
import { emailTask } from '../../src/projections/email.ts';
import { headerOf, type SmtpServer, startSmtp } from '../support/mail-servers.ts';
import { startTestProgram, type TestProgram, typesIn } from '../support/program.ts';

const AT = '2026-11-20T09:00:00.000Z';
let program: TestProgram | null = null;
let smtp: SmtpServer | null = null;
afterEach(async () => {
  await program?.dispose();
  await smtp?.close();
  program = smtp = null;
});

/** A program with an email that its owner sends. */
async function sendingOne(env: Readonly<Record<string, string>> = {}) {
  const started = await startTestProgram({ at: AT, env });
  program = started;
  const { app } = started;
  const owner = await started.signUp('ada@example.org', 'Europe/Berlin');
  const task = await started.promise(owner, { title: 'Ask Bo', due_date: '2026-11-20', verification_type: 'email' });
  const caller = userCaller(owner, app.newId());
  const fields = { to: ['bo@example.org'], bcc: ['eve@example.org'], subject: 'The window', body: 'Friday?' };
  const { id } = await createEmailTask(app, caller, task, fields);
  await app.waitForReadModels(await app.store.head());
  const { position } = await sendEmailTask(app, caller, id);
  await app.waitForReadModels(position ?? '');
  return { started, task, id };
}
const statusOf = async ({ app }: TestProgram, id: string) => (await emailTask(app.views, id))?.doc.status;

test('the program sends an email by the operator’s mail server, and it is the proof, however often its reactors run', async () => {
  smtp = await startSmtp();
  const { started, task, id } = await sendingOne({ SMTP_URL: smtp.url, MAIL_FROM: 'Vouch <vouch@example.org>' });
  await started.to('2026-11-20T09:00:01.000Z');
  expect(await statusOf(started, id)).toBe('sent');
  const [mail] = smtp.all();
  expect(smtp.all()).toHaveLength(1);
  expect([mail?.from?.address, mail?.from?.name, mail?.replyTo?.[0]?.address]).toEqual(['vouch@example.org', 'Robin', 'ada@example.org']);
  expect(mail && [headerOf(mail, 'message-id'), headerOf(mail, 'bcc'), headerOf(mail, 'auto-submitted')]).toEqual([
    `<${id}.1@127.0.0.1>`,
    undefined,
    undefined,
  ]);
  expect(await started.task(task)).toMatchObject({ verification_state: 'verified', decided_by: 'check', outcome: 'kept' });
  await started.reactAgain();
  await started.to('2026-11-21T09:00:00.000Z');
  expect((await typesIn(started, `task-${task}`)).filter((type) => type === 'ProofSubmitted')).toHaveLength(1);
  expect(smtp.all()).toHaveLength(1);
});

test.each([
  ['the mailbox, which is asked', false, 'sent'],
  ['a mail server, which cannot be asked', true, 'unknown'],
])('a program that ended after it had claimed an email finds out by %s what became of it', async (_, bySmtp, status) => {
  smtp = await startSmtp();
  const env: Readonly<Record<string, string>> = bySmtp ? { SMTP_URL: smtp.url } : {};
  const { started, task, id } = await sendingOne(env);
  const due = await dueEmail(started.app, id, started.clock.now());
  if (due === null) throw new Error('The email is not to be sent.');
  const way = { via: bySmtp ? 'smtp' : 'development', message_id: `<${id}.1@127.0.0.1>` } as const;
  await claimEmail(started.app, due, way, started.clock.now());
  await started.close();
  const again = await startTestProgram({ at: '2026-11-20T09:02:00.000Z', folder: started.folder, env });
  program = again;
  await again.to('2026-11-20T09:04:59.000Z');
  expect(await statusOf(again, id)).toBe('sending');
  await again.to('2026-11-20T09:05:00.000Z');
  expect(await statusOf(again, id)).toBe(status);
  expect(await again.task(task)).toMatchObject({ verification_state: bySmtp ? 'awaiting_proof' : 'verified' });
  expect(smtp.all()).toEqual([]);
  expect(again.errors).toEqual([]);
});
