import { expect, test } from 'vitest';
import type { Caller } from '../../../src/app/caller.ts';
import { createEmailTask } from '../../../src/app/email/email-tasks.ts';
import { sendEmailTask } from '../../../src/app/email/sending.ts';
import { promiseTask } from '../../../src/app/task/tasks.ts';
import { emailStream } from '../../../src/domain/email/events.ts';
import { createEmailSending } from '../../../src/messages/sending/send-email.ts';
import type { PersonalMailer } from '../../../src/ports/mailer.ts';
import { appForFile } from '../../support/app.ts';

let me: Caller;
const app = await appForFile((caller) => {
  me = caller;
});

test('a slow mail server delays no other work, and its email keeps its claim', async () => {
  const { id: task } = await app.done(promiseTask(app, me, { title: 'Ask Bo', due_date: '2026-11-21', verification_type: 'email' }));
  const fields = { to: ['bo@example.org'], subject: 'The window', body: 'Friday?' };
  const { id } = await app.done(createEmailTask(app, me, task, fields));
  await app.done(sendEmailTask(app, me, id));
  const answer = Promise.withResolvers<{ refused: readonly string[] }>();
  let asked = 0;
  const personalMailer: PersonalMailer = {
    via: 'smtp',
    send: () => {
      asked += 1;
      return answer.promise;
    },
    wasSent: async () => null,
  };
  const faults: unknown[] = [];
  const origin = () => 'https://vouch.example';
  const sending = createEmailSending({ app, personalMailer, origin, onFault: (error) => void faults.push(error) });
  const types = async () => (await app.store.readStream(emailStream(id))).map(({ type }) => type).slice(2);
  expect(await sending.begin(id)).not.toBeNull();
  expect(await sending.begin(id)).toBeNull();
  app.clock.advance('PT6M');
  expect(await sending.begin(id)).not.toBeNull();
  expect([asked, await types()]).toEqual([1, ['EmailSendStarted', 'EmailSendStarted']]);
  answer.resolve({ refused: ['cy@example.org'] });
  expect([await sending.settled(), await sending.settled()]).toEqual([true, false]);
  expect([await types(), faults]).toEqual([['EmailSendStarted', 'EmailSendStarted', 'EmailSent'], []]);
});
