import { MailRefused, type Message } from './port.ts';

const ADDRESS = /^[^\s<>@,;:"()[\]\\\p{Cc}]+@[^\s<>@,;:"()[\]\\\p{Cc}]+$/u;

/** One line of a header: no control character gets into it. */
const headerText = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** The message with everything that becomes a header made safe. @throws MailRefused for an address that is none */
export function safeMessage(message: Message): Required<Message> {
  if (!ADDRESS.test(message.to.address)) throw new MailRefused('The address is not one that mail can be sent to.');
  return {
    ...message,
    unkept: message.unkept ?? false,
    to: { address: message.to.address, name: headerText(message.to.name) },
    subject: headerText(message.subject),
    messageId: headerText(message.messageId),
    headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [headerText(name), headerText(value)])),
    attachments: (message.attachments ?? []).map((one) => ({ ...one, filename: headerText(one.filename) })),
  };
}
