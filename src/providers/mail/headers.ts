import { domainToASCII } from 'node:url';
import { encodeWord } from 'nodemailer/lib/mime-funcs';
import { isLocalAddress, needsUtf8, parseSender, type Sender } from '../../contracts/address.ts';
import { type MailMessage, MailNotSent, MailRefused, type PersonalMail } from '../../ports/mailer.ts';

/** The text as one header line, without control characters. */
const headerText = (text: string): string => text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();

/** Mail programs decode anything in a file name that looks like an encoded word, however it was sent. */
const fileName = (name: string): string => headerText(name).replaceAll('=?', '=_');

/** The message with all header values made safe. @throws MailRefused for an invalid address */
export function safeMessage(message: MailMessage): Required<MailMessage> {
  if (!isLocalAddress(message.to.address)) throw new MailRefused('The address is not one that mail can be sent to.');
  return {
    ...message,
    keepNoCopy: message.keepNoCopy ?? false,
    to: { address: message.to.address, name: headerText(message.to.name) },
    subject: headerText(message.subject),
    messageId: headerText(message.messageId),
    headers: Object.fromEntries(Object.entries(message.headers ?? {}).map(([name, value]) => [headerText(name), headerText(value)])),
    attachments: (message.attachments ?? []).map((one) => ({ ...one, filename: fileName(one.filename) })),
  };
}

/** Characters that change the direction of a text, so that it can be read as a different one. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

const personalText = (text: string): string => headerText(text.replaceAll(TURNING, ''));

/** A person's mail with all header values made safe. @throws MailNotSent for an invalid address */
export function safeMail(mail: PersonalMail): PersonalMail {
  const { sender, to, cc, bcc } = mail;
  if (![sender.address, ...to, ...cc, ...bcc].every(isLocalAddress))
    throw new MailNotSent('One of the addresses is not one that mail can be sent to.');
  return {
    ...mail,
    sender: { address: sender.address, name: personalText(sender.name) },
    subject: personalText(mail.subject),
    messageId: headerText(mail.messageId),
    attachments: mail.attachments.map((one) => ({ ...one, filename: fileName(personalText(one.filename)) })),
  };
}

/** The sender that the operator has set. */
export function senderOf(from: string): Sender {
  const { name, address } = parseSender(from) ?? { name: '', address: from.trim() };
  return { name: headerText(name), address };
}

/**
 * The address as it is sent to a mail server: its domain in ASCII, converted as browsers and registries do. If the part
 * before the @ needs SMTPUTF8 anyway, nodemailer sends the domain unchanged.
 */
export function onTheWire(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = needsUtf8(address) ? '' : domainToASCII(address.slice(at + 1));
  return domain === '' ? address : `${address.slice(0, at)}@${domain}`;
}

/** The id of a mail in the development mailbox. */
export const mailboxId = (messageId: string): string => messageId.replaceAll(/[<>]/g, '').replace(/@.*$/, '');

/** The part of nodemailer's mail in a transport that is used here. */
interface MailInTransport {
  readonly message: { encodeHeaderValue(key: string, value: unknown): string };
}

/** A name in quotes before an address in angle brackets. */
const QUOTED_NAME = /"((?:[^"\\]|\\.)*)"(?= <)/g;
const ADDRESSES: ReadonlySet<string> = new Set(['From', 'Sender', 'Reply-To', 'To', 'Cc', 'Bcc']);
const LONGEST_WORD = 52;

const isAscii = (text: string): boolean => /^\p{ASCII}*$/u.test(text);
const encoded = (text: string): string => encodeWord(text, 'B', LONGEST_WORD);
const unquoted = (quoted: string): string => quoted.replaceAll(/\\(.)/g, '$1');

/**
 * A plugin of nodemailer for the step `stream`. nodemailer sends ASCII unchanged, so a mail program would decode a
 * subject or a name that looks like an encoded word (RFC 2047), such as `=?utf-8?Q?hi?=`. This plugin encodes it, so
 * that it arrives as it was written.
 */
export function literalHeaders(mail: object, done: () => void): void {
  // Its types leave out this method of a message.
  const { message } = mail as MailInTransport;
  const encode = message.encodeHeaderValue.bind(message);
  message.encodeHeaderValue = (key, value) => {
    if (ADDRESSES.has(key))
      return encode(key, value).replaceAll(QUOTED_NAME, (all, name: string) => (name.includes('=?') ? encoded(unquoted(name)) : all));
    return typeof value === 'string' && value.includes('=?') && isAscii(value) ? encoded(value) : encode(key, value);
  };
  done();
}
