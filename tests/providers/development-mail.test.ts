import { expect, test } from 'vitest';
import type { MailCopy } from '../../src/ports/copies.ts';
import { mailboxMailer } from '../../src/providers/mail/development.ts';

test('the development mailbox shows attachments and headers of a mail, without anything that could begin a header', async () => {
  const kept: MailCopy[] = [];
  const mailer = mailboxMailer({ add: async (mail) => void kept.push(mail) }, 'Vouch <vouch@example.org>');
  await mailer.send({
    to: { address: 'ada@example.org', name: 'Ada\r\nBcc: all@example.org' },
    subject: '=?utf-8?Q?week?= 47',
    text: 'text',
    html: '<p>html</p>',
    messageId: '<1@example.org>',
    at: '2026-11-23T07:00:00.000Z',
    userId: 'ada',
    headers: { 'list-unsubscribe': '<https://vouch.example/settings/notifications>\r\nX: y' },
    attachments: [{ filename: 'week\n.pdf', content_type: 'application/pdf', content: new Uint8Array(7) }],
  });
  expect(kept[0]?.subject).toBe('=?utf-8?Q?week?= 47');
  expect(kept[0]?.attachments).toEqual([{ filename: 'week .pdf', content_type: 'application/pdf', size: 7 }]);
  expect(kept[0]?.headers['list-unsubscribe']).toBe('<https://vouch.example/settings/notifications> X: y');
  for (const value of Object.values(kept[0]?.headers ?? {})) expect(value).not.toMatch(/[\r\n]/);
});
