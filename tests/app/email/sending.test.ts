import { beforeEach, describe, expect, test } from 'vitest';
import type { App } from '../../../src/app/app.ts';
import type { Caller } from '../../../src/app/caller.ts';
import { giveAsProof } from '../../../src/app/email/as-proof.ts';
import { changedContent, NO_CONTENT } from '../../../src/app/email/content.ts';
import { createEmailTask, type EmailInput, resolveEmailTask } from '../../../src/app/email/email-tasks.ts';
import { reviewEmailTask } from '../../../src/app/email/review.ts';
import { sendEmailTask } from '../../../src/app/email/sending.ts';
import { promiseTask } from '../../../src/app/task/tasks.ts';
import { emailStream } from '../../../src/domain/email/events.ts';
import { withAppend } from '../../../src/domain/kernel/event-store.ts';
import { MailNotSent } from '../../../src/ports/mailer.ts';
import { emailTask } from '../../../src/projections/email.ts';
import { proofsOf } from '../../../src/projections/proof/verifications.ts';
import { task as findTask } from '../../../src/projections/task/task-lists.ts';
import { appForFile } from '../../support/app.ts';
import { Crash, emailSender, mailServer } from '../../support/mail-servers.ts';

let me: Caller;
const app = await appForFile((caller) => {
  me = caller;
});

const FULL: EmailInput = { to: ['bo@example.org'], bcc: ['eve@example.org'], subject: 'The window', body: 'Could you confirm Friday?' };

async function drafted(input: EmailInput = FULL): Promise<{ readonly id: string; readonly taskId: string }> {
  const { id: taskId } = await app.done(
    promiseTask(app, me, { title: 'Ask Bo', due_date: '2026-11-20', due_time: '18:00', verification_type: 'email' }),
  );
  const { id } = await app.done(createEmailTask(app, me, taskId, input));
  return { id, taskId };
}
const asked = async (input?: EmailInput) => {
  const email = await drafted(input);
  await app.done(sendEmailTask(app, me, email.id));
  return email;
};
const typesOf = async (id: string) => (await app.store.readStream(emailStream(id))).map(({ type }) => type);
const shown = async (id: string) => (await emailTask(app.views, id))?.doc;
const taskOf = async (id: string) => (await findTask(app.views, id))?.doc;
const proofsIn = async (taskId: string) => (await proofsOf(app.views, [taskId])).get(taskId)?.doc.submissions ?? [];

test('an email with more than 20 MB of attachments or more than 20 recipients is refused', async () => {
  const attachments = [10_485_760, 10_485_760, 1].map((size, index) => ({ id: `f${index}`, name: 'a.png', type: 'image/png', size }));
  const change = (input: EmailInput) => changedContent(app, me.owner, 't1', { ...NO_CONTENT, attachments }, input);
  expect((await change({ attachments: ['f0', 'f1', 'f0'] })).attachments).toHaveLength(2);
  await expect(change({ attachments: ['f0', 'f1', 'f2'] })).rejects.toMatchObject({ fields: { attachments: [expect.any(String)] } });
  const to = Array.from({ length: 20 }, (_, index) => `a${index}@example.org`);
  expect((await change({ to })).to).toHaveLength(20);
  await expect(change({ to, bcc: ['eve@example.org'] })).rejects.toMatchObject({ fields: { to: [expect.any(String)] } });
});

describe('an email', () => {
  test('is sent once, with its Message-ID and its owner’s name and address, and becomes the proof', async () => {
    const { id, taskId } = await asked();
    const { taken, mailer } = mailServer();
    const send = emailSender(app, mailer);
    await Promise.all([app.done(send(id)), app.done(send(id))]);
    await app.done(send(id));
    expect(taken).toHaveLength(1);
    expect(taken[0]).toMatchObject({
      ...{ to: ['bo@example.org'], cc: [], bcc: ['eve@example.org'], subject: 'The window', text: 'Could you confirm Friday?' },
      messageId: `<${id}.1@vouch.example>`,
      sender: { name: 'Ada', address: `${me.owner}@example.org` },
      at: app.clock.now(),
    });
    expect(await shown(id)).toMatchObject({ status: 'sent', via: 'development', sent_at: app.clock.now(), next_key: null });
    expect(await taskOf(taskId)).toMatchObject({
      status: 'completed',
      verification_state: 'verified',
      decided_by: 'check',
      outcome: 'kept',
    });
    expect(await proofsIn(taskId)).toMatchObject([
      { email_task_id: id, state: 'accepted', reviews: [{ judge: 'check', judge_id: 'development', verdict: 'accepted' }] },
    ]);
    expect(await app.proof.hasEmailTask(me.owner, taskId, id)).toBe(true);
    expect(await app.proof.hasEmailTask(me.owner, id, id)).toBe(false);
    expect(await app.proof.email(me.owner, id)).toEqual({ subject: 'The window', body: 'Could you confirm Friday?', recipients: 2 });
    expect(await app.proof.email('u2', id)).toBeNull();
  });

  test('that was sent or is being sent is not sent again', async () => {
    const { id } = await asked();
    const server = mailServer();
    expect(await sendEmailTask(app, me, id)).toEqual({ id, position: null, sent: false });
    await app.done(emailSender(app, server.mailer)(id));
    expect(await sendEmailTask(app, me, id)).toEqual({ id, position: null, sent: true });
    expect(server.taken).toHaveLength(1);
  });

  test('without a recipient, a subject or a text is not sent', async () => {
    const { id } = await drafted({ subject: ' ' });
    const refused = await sendEmailTask(app, me, id).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'validation_failed', fields: { to: [expect.any(String)], subject: [expect.any(String)] } });
    expect(await typesOf(id)).toEqual(['EmailTaskCreated']);
  });

  test('that cannot become proof is not sent, neither at the request nor at a later attempt', async () => {
    const late = await drafted();
    const { id } = await asked();
    app.clock.advance('PT3H');
    await expect(sendEmailTask(app, me, late.id)).rejects.toMatchObject({ code: 'deadline_passed' });
    const { taken, mailer } = mailServer();
    await app.done(emailSender(app, mailer)(id));
    expect(taken).toEqual([]);
    expect(await shown(id)).toMatchObject({ status: 'failed', error: expect.stringContaining('The deadline has passed') });
  });

  test('that the server refuses fails with the reason, proves nothing, and can be sent again', async () => {
    const { id, taskId } = await asked();
    const { taken, fault, mailer } = mailServer();
    fault.before = new MailNotSent('Refused by the mail server: 550 at RCPT TO.');
    const send = emailSender(app, mailer);
    await app.done(send(id));
    expect(await shown(id)).toMatchObject({ status: 'failed', error: 'Refused by the mail server: 550 at RCPT TO.', next_key: null });
    expect(await taskOf(taskId)).toMatchObject({ status: 'pending', verification_state: 'awaiting_proof' });
    fault.before = null;
    await app.done(sendEmailTask(app, me, id));
    await app.done(send(id));
    expect([taken.length, (await shown(id))?.status]).toEqual([1, 'sent']);
  });

  test('is looked up at the mail service if the connection broke, and its owner is asked only if the service cannot tell', async () => {
    for (const canBeAsked of [true, false]) {
      const { id } = await asked();
      const { fault, mailer } = mailServer({ canBeAsked });
      fault.after = new Error('The connection to the mail server broke off: ETIMEDOUT.');
      await app.done(emailSender(app, mailer)(id));
      expect((await shown(id))?.status).toBe(canBeAsked ? 'sent' : 'unknown');
    }
  });

  test('can be sent 50 times in 24 hours, and reviewed 100 times', async () => {
    const { id } = await drafted();
    let uses = 50;
    const counters = {
      recent: async () => Array.from({ length: uses }, () => Date.parse(app.clock.now()) - 3_600_000),
      add: async () => [],
      spend: async () => ({ uses: 0, leftMs: 0 }),
    };
    const bounded = {
      ...app,
      shared: { mutex: (_key: string, work: () => Promise<unknown>) => work(), rateCounters: counters },
    } as unknown as App;
    await expect(sendEmailTask(bounded, me, id)).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 82_800 });
    expect((await app.done(reviewEmailTask(bounded, me, id))).position).not.toBeNull();
    uses = 100;
    await expect(reviewEmailTask(bounded, me, id)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await typesOf(id)).toEqual(['EmailTaskCreated', 'EmailTaskReviewed']);
  });

  test('of an account that was deleted is not sent', async () => {
    const { id } = await asked();
    await app.keys.destroyKey(me.owner);
    const { taken, mailer } = mailServer();
    await emailSender(app, mailer)(id);
    expect([taken, (await typesOf(id)).at(-1)]).toEqual([[], 'EmailSendFailed']);
  });
});

/** Where the process ends while it sends, and what is then in the log. */
const CRASHES = [
  ['before the claim is written', 'before EmailSendStarted', ['EmailSendRequested']],
  ['after the claim was written', 'after EmailSendStarted', ['EmailSendRequested', 'EmailSendStarted']],
  ['before the server has the mail', 'before sending', ['EmailSendRequested', 'EmailSendStarted']],
  ['after the server has the mail', 'after sending', ['EmailSendRequested', 'EmailSendStarted']],
  ['before the outcome is written', 'before EmailSent', ['EmailSendRequested', 'EmailSendStarted']],
  ['after the outcome was written', 'after EmailSent', ['EmailSendRequested', 'EmailSendStarted', 'EmailSent']],
] as const;

/** An app of a process that ends before or after it appends an event of a type. */
function endingAt(where: string): App {
  const [when, type] = where.split(' ');
  const store = withAppend(app.store, async (stream, expected, events) => {
    const isIt = events.some((event) => event.type === type);
    if (isIt && when === 'before') throw new Crash();
    const appended = await app.store.append(stream, expected, events);
    if (isIt && when === 'after') throw new Crash();
    return appended;
  });
  return { ...app, store };
}

describe.each([
  ['the mail service can be asked whether it sent the email', true],
  ['nobody can be asked whether the email was sent', false],
])('a crash, when %s', (_, canBeAsked) => {
  let server: ReturnType<typeof mailServer>;
  beforeEach(() => {
    server = mailServer({ canBeAsked });
  });

  test.each(CRASHES)('%s: the email is sent once', async (_when, where, log) => {
    const { id, taskId } = await asked();
    server.fault.before = where === 'before sending' ? new Crash() : null;
    server.fault.after = where === 'after sending' ? new Crash() : null;
    const ending = emailSender(endingAt(where), server.mailer);
    await expect(ending(id)).rejects.toThrow(Crash);
    expect((await typesOf(id)).slice(1)).toEqual(log);
    const before = server.taken.length;

    // Another process starts on the same log, with its reactors and its due work.
    Object.assign(server.fault, { before: null, after: null });
    const send = emailSender(app, server.mailer);
    for (const event of await app.store.readStream(emailStream(id))) await giveAsProof(app, event);
    await app.done(send(id));
    app.clock.advance('PT4M59S');
    await app.done(send(id));
    app.clock.advance('PT1S');
    await app.done(send(id));

    const isOpen = !canBeAsked && log.at(-1) === 'EmailSendStarted';
    expect(server.taken).toHaveLength(isOpen ? before : 1);
    expect((await shown(id))?.status).toBe(isOpen ? 'unknown' : 'sent');
    expect(await taskOf(taskId)).toMatchObject({ verification_state: isOpen ? 'awaiting_proof' : 'verified' });
    expect(await proofsIn(taskId)).toHaveLength(isOpen ? 0 : 1);
    await app.done(send(id));
    app.clock.advance('PT24H');
    await app.done(send(id));
    expect(server.taken.length).toBeLessThanOrEqual(1);
  });
});

describe('an email that may or may not have been sent', () => {
  const open = async () => {
    const email = await asked();
    const { fault, mailer } = mailServer({ canBeAsked: false });
    fault.after = new Error('The connection to the mail server broke off: ETIMEDOUT.');
    await app.done(emailSender(app, mailer)(email.id));
    await expect(sendEmailTask(app, me, email.id)).rejects.toMatchObject({ code: 'conflict' });
    return email;
  };

  test('becomes proof if its owner says that it was sent', async () => {
    const { id, taskId } = await open();
    await app.done(resolveEmailTask(app, me, id, true));
    expect((await shown(id))?.status).toBe('sent');
    expect(await taskOf(taskId)).toMatchObject({ verification_state: 'verified', decided_by: 'self' });
  });

  test('can be sent again once its owner says that it was not sent; it gets another Message-ID only if it was changed', async () => {
    const { id } = await open();
    await app.done(resolveEmailTask(app, me, id, false));
    expect(await shown(id)).toMatchObject({ status: 'failed', error: 'You said that it did not go out.' });
    await app.done(sendEmailTask(app, me, id));
    const { taken, mailer } = mailServer();
    await app.done(emailSender(app, mailer)(id));
    expect(taken.map(({ messageId }) => messageId)).toEqual([`<${id}.1@vouch.example>`]);
  });
});
