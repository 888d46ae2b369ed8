import type { Copies, MailCopy } from '../../ports/copies.ts';
import type { PersonalMailer } from '../../ports/personal-mailer.ts';
import { mailboxId, safeMail, senderOf } from './headers.ts';

/** Stores mails of persons in the development mailbox, where it can be looked up whether one is there. */
export function personalMailbox(mailbox: Pick<Copies<MailCopy>, 'add' | 'has'>, from: string): PersonalMailer {
  return {
    via: 'development',
    async send(personal) {
      const mail = safeMail(personal);
      const { to, cc, bcc, subject, text, at, messageId, attachments, sender, userId } = mail;
      const sentFrom = `${sender.name} <${senderOf(from).address}>`;
      const headers = {
        from: sentFrom,
        'reply-to': `${sender.name} <${sender.address}>`,
        to: to.join(', '),
        ...(cc.length > 0 && { cc: cc.join(', ') }),
        subject,
        'message-id': messageId,
        date: new Date(at).toUTCString(),
      };
      const copies = attachments.map(({ filename, content_type, size }) => ({ filename, content_type, size }));
      const receivers = [...new Set([...to, ...cc, ...bcc])];
      const copy = { id: mailboxId(messageId), to: receivers, from: sentFrom, subject, text, html: '', headers, attachments: copies, at };
      await mailbox.add(copy, userId);
      return { refused: [] };
    },
    wasSent: (messageId) => mailbox.has(mailboxId(messageId)),
  };
}
