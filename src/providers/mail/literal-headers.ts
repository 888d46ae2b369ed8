import { encodeWord } from 'nodemailer/lib/mime-funcs';

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
 * A plugin of nodemailer, for the step `stream`. nodemailer sends ASCII as it is, so a subject or a name that looks like an encoded
 * word (RFC 2047), such as `=?utf-8?Q?hi?=`, would arrive as what it stands for. It is encoded, and so arrives as it was written.
 */
export function literalHeaders(mail: unknown, done: () => void): void {
  const { message } = mail as MailInTransport;
  const encode = message.encodeHeaderValue.bind(message);
  message.encodeHeaderValue = (key, value) => {
    if (ADDRESSES.has(key))
      return encode(key, value).replaceAll(QUOTED_NAME, (all, name: string) => (name.includes('=?') ? encoded(unquoted(name)) : all));
    return typeof value === 'string' && value.includes('=?') && isAscii(value) ? encoded(value) : encode(key, value);
  };
  done();
}
