import { type MailMessage, MailNotSent, MailRefused, type PersonalMail } from './port.ts';

const ADDRESS = /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u;

/** The text as one header line, without control characters. */
const headerText = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** The message with all header values made safe. @throws MailRefused for an invalid address */
export function safeMessage(message: MailMessage): Required<MailMessage> {
  if (!ADDRESS.test(message.to.address)) throw new MailRefused('The address is not one that mail can be sent to.');
  return {
    ...message,
    keepNoCopy: message.keepNoCopy ?? false,
    to: { address: message.to.address, name: headerText(message.to.name) },
    subject: headerText(message.subject),
    messageId: headerText(message.messageId),
    headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [headerText(name), headerText(value)])),
    attachments: (message.attachments ?? []).map((one) => ({ ...one, filename: headerText(one.filename) })),
  };
}

/** Characters that turn the direction of a text, so that it can be read as another one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const personalText = (text: string): string => headerText(text.replaceAll(TURNING, ''));

/** The mail of a person with all header values made safe. @throws MailNotSent for an invalid address */
export function safeMail(mail: PersonalMail): PersonalMail {
  const { sender, to, cc, bcc } = mail;
  if (![sender.address, ...to, ...cc, ...bcc].every((address) => ADDRESS.test(address)))
    throw new MailNotSent('One of the addresses is not one that mail can be sent to.');
  return {
    ...mail,
    sender: { address: sender.address, name: personalText(sender.name) },
    subject: personalText(mail.subject),
    messageId: headerText(mail.messageId),
    attachments: mail.attachments.map((one) => ({ ...one, filename: personalText(one.filename) })),
  };
}

/** The address in a text such as `Vouch <vouch@example.org>`, or the text itself. */
export const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim();

/** The id of a mail in the development mailbox. */
export const mailboxId = (messageId: string): string => messageId.replaceAll(/[<>]/g, '').replace(/@.*$/, '');
