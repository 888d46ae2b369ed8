import type { Copies, MailCopy } from '../../ports/copies.ts';
import type { Mailer } from '../../ports/mailer.ts';
import { mailboxId, safeMessage } from './headers.ts';

/** Stores every mail in the development mailbox. A mail that is sent twice is stored once. */
export function mailboxMailer(mailbox: Pick<Copies<MailCopy>, 'add'>, from: string): Mailer {
  return {
    send: async (message) => {
      const mail = safeMessage(message);
      if (mail.keepNoCopy) return { message_id: mail.messageId };
      const id = mailboxId(mail.messageId);
      const to = mail.to.name === '' ? mail.to.address : `${mail.to.name} <${mail.to.address}>`;
      const headers = {
        from,
        to,
        subject: mail.subject,
        'message-id': mail.messageId,
        date: new Date(mail.at).toUTCString(),
        'auto-submitted': 'auto-generated',
        ...mail.headers,
      };
      const attachments = mail.attachments.map(({ filename, content_type, content }) => ({
        filename,
        content_type,
        size: content.byteLength,
      }));
      const { subject, text, html, at } = mail;
      await mailbox.add({ id, to: [mail.to.address], from, subject, text, html, headers, attachments, at }, mail.userId);
      return { message_id: mail.messageId };
    },
    close: async () => undefined,
  };
}
