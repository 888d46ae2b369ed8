import { expect, it, onTestFinished } from 'vitest';
import { type MailboxMail, openMailbox } from '../../src/store/mailbox.ts';

const mail = (id: string, ...to: string[]): MailboxMail => ({
  id,
  to,
  from: 'vouch@example.org',
  subject: `Mail ${id}`,
  text: 'text',
  html: '<p>html</p>',
  headers: { 'List-Unsubscribe': '<x>' },
  attachments: [{ filename: 'report.pdf', content_type: 'application/pdf', size: 1234 }],
  at: '2026-11-20T16:00:00.000Z',
});

function open() {
  const mailbox = openMailbox(':memory:');
  onTestFinished(() => mailbox.close());
  return mailbox;
}

it('lists mails as they came, newest first, up to a limit', async () => {
  const mailbox = open();
  for (const id of ['1', '2', '3']) await mailbox.add(mail(id, 'ann@example.org'), 'ann');
  expect(await mailbox.list({ limit: 2 })).toEqual([mail('3', 'ann@example.org'), mail('2', 'ann@example.org')]);
});

it('lists the mails to one address, whatever its case', async () => {
  const mailbox = open();
  await mailbox.add(mail('1', 'Ann@Example.org', 'bob@example.org'), 'ann');
  await mailbox.add(mail('2', 'bob@example.org'), null);
  const ids = async (to: string) => (await mailbox.list({ to, limit: 9 })).map((one) => one.id);
  expect(await ids('ann@example.ORG')).toEqual(['1']);
  expect(await ids('bob@example.org')).toEqual(['2', '1']);
});

it('takes the same mail once', async () => {
  const mailbox = open();
  await Promise.all([mailbox.add(mail('1', 'ann@example.org'), 'ann'), mailbox.add(mail('1', 'ann@example.org'), 'ann')]);
  expect(await mailbox.list({ to: 'ann@example.org', limit: 9 })).toHaveLength(1);
});

it('forgets the mails of one user', async () => {
  const mailbox = open();
  await mailbox.add(mail('1', 'ann@example.org'), 'ann');
  await mailbox.add(mail('2', 'bob@example.org'), 'bob');
  await mailbox.forget('ann');
  expect((await mailbox.list({ limit: 9 })).map((one) => one.id)).toEqual(['2']);
  expect(await mailbox.list({ to: 'ann@example.org', limit: 9 })).toEqual([]);
});
