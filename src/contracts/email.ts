/**
 * The only definition of a valid email address. It refuses everything that an encoder or decoder of mail headers could read in
 * another way, because the mail would then go to somebody else.
 */

/**
 * Before the @: letters, digits and marks of every script, and the signs that RFC 5322 allows without quotes. No encoded word
 * (RFC 2047) such as `=?x?q?=41?=`, in whose place a decoder puts another text.
 */
const LOCAL = String.raw`(?![^@]*=\?[^@]*\?)[\p{L}\p{N}\p{M}!#$%&'*+/=?^_${'`'}{|}~.\-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\-]*[\p{L}\p{N}\p{M}])?`;
/** The last part of a domain is no number. */
const TOP = String.raw`\p{L}(?:[\p{L}\p{N}\p{M}\-]*[\p{L}\p{N}\p{M}])?`;

/** The form of an address: one @, and after it a domain of at least two parts. `isAddress` asks for more. */
export const EMAIL = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${TOP}$`, 'u');
/** The same, with domains of one part such as `localhost`. */
const LOCAL_EMAIL = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)*${TOP}$`, 'u');

/** Characters that are not shown, and that domains are read without; and a mark whose large letter is another letter. */
const IGNORED = /\p{Default_Ignorable_Code_Point}|\u0345/u;
/** The vowel AM in Thai and Lao is a common letter, though it has another form. */
const AM = /[\u0e33\u0eb3]/g;

/** Refuses letters that are read as other ones, such as wide and mathematical letters. */
function isPlain(part: string): boolean {
  const compared = part.toLowerCase().replaceAll(AM, '');
  return !IGNORED.test(compared) && compared.normalize('NFC') === compared.normalize('NFKC');
}

const isReadAlike = (text: string): boolean => isPlain(text) && URL.canParse(`http://${text.slice(text.lastIndexOf('@') + 1)}/`);

/** Whether mail to this address reaches exactly this address. */
export const isAddress = (text: string): boolean => EMAIL.test(text) && isReadAlike(text);

/** The same, for the addresses that an operator sets, and that may be on the same network. */
export const isLocalAddress = (text: string): boolean => LOCAL_EMAIL.test(text) && isReadAlike(text);

/** Whether it needs a mail server that takes more than ASCII before the @ (SMTPUTF8, RFC 6531). */
export const needsUtf8 = (address: string): boolean => /[^\p{ASCII}].*@/u.test(address);

export interface Sender {
  /** Empty: it has none. */
  readonly name: string;
  readonly address: string;
}

const SENDER = /^(?:([^<>\p{Cc}]{1,200})<([^<>]+)>|([^<>]+))$/u;

/** What is in a text such as `Vouch <vouch@example.org>`, or in an address alone; null: it is neither. */
export function parseSender(text: string): Sender | null {
  const [, name = '', bracketed, bare] = SENDER.exec(text.trim()) ?? [];
  const address = bracketed ?? bare ?? '';
  return isLocalAddress(address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : null;
}
