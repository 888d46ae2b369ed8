import { type MailMessage, MailRefused } from './port.ts';

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
