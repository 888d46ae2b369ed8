import type { Copies, MailCopy } from '../../ports/files.ts';
import type { Mailer, OwnMailbox, PersonalMailer } from '../../ports/mailer.ts';
import type { Connections } from '../../ports/oauth.ts';
import { mailboxId, safeMail, safeMessage, senderOf } from './headers.ts';

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

/** Stores people's own mails in the development mailbox, and can look up whether one is there. */
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

export interface DevelopmentGmailOptions {
  readonly connections: Pick<Connections, 'tokenOf'>;
  readonly mailbox: Pick<Copies<MailCopy>, 'add' | 'has'>;
  readonly from: string;
}

/** Replaces Gmail in development: the mails of people who connected Google go to the development mailbox. */
export const developmentGmail = ({ connections, mailbox, from }: DevelopmentGmailOptions): OwnMailbox => ({
  ...personalMailbox(mailbox, from),
  via: 'gmail',
  isOf: async (owner) => (await connections.tokenOf(owner, 'google')) !== null,
});
