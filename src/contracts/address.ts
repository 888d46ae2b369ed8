/**
 * The only definition of a valid email address. It refuses everything that programs could encode or decode in different
 * ways, because such a mail could go to somebody else.
 */

/**
 * The part before the @: letters, digits and marks of every script, and the characters that RFC 5322 allows without
 * quotes. An encoded word (RFC 2047) such as `=?x?q?=41?=` is not allowed, because a mail program would decode it to
 * another text.
 */
const LOCAL = String.raw`(?![^@]*=\?[^@]*\?)[\p{L}\p{N}\p{M}!#$%&'*+/=?^_${'`'}{|}~.\-]+`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}\-]*[\p{L}\p{N}\p{M}])?`;
/** The last part of a domain is not a number. */
const TOP = String.raw`\p{L}(?:[\p{L}\p{N}\p{M}\-]*[\p{L}\p{N}\p{M}])?`;

/** The form of an address: one @, followed by a domain of at least two parts. `isAddress` checks more. */
export const EMAIL = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${TOP}$`, 'u');
/** The same, but the domain may have one part, such as `localhost`. */
const LOCAL_EMAIL = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)*${TOP}$`, 'u');

/** Invisible characters, which domains are compared without; and a mark whose capital form is a different letter. */
const IGNORED = /\p{Default_Ignorable_Code_Point}|\u0345/u;
/** The vowel AM is a common letter in Thai and Lao, although NFKC changes it. */
const AM = /[\u0e33\u0eb3]/g;

/** Refuses letters that programs treat as other letters, such as full-width and mathematical ones. */
function isPlain(part: string): boolean {
  const compared = part.toLowerCase().replaceAll(AM, '');
  return !IGNORED.test(compared) && compared.normalize('NFC') === compared.normalize('NFKC');
}

const isReadAlike = (text: string): boolean => isPlain(text) && URL.canParse(`http://${text.slice(text.lastIndexOf('@') + 1)}/`);

/** Whether a mail to this address certainly reaches this address and no other. */
export const isAddress = (text: string): boolean => EMAIL.test(text) && isReadAlike(text);

/** The same for addresses that an operator sets. These may be in the local network. */
export const isLocalAddress = (text: string): boolean => LOCAL_EMAIL.test(text) && isReadAlike(text);

/** Whether the address needs a mail server that supports more than ASCII before the @ (SMTPUTF8, RFC 6531). */
export const needsUtf8 = (address: string): boolean => /[^\p{ASCII}].*@/u.test(address);

export interface Sender {
  /** '' if there is no name. */
  readonly name: string;
  readonly address: string;
}

const SENDER = /^(?:([^<>\p{Cc}]{1,200})<([^<>]+)>|([^<>]+))$/u;

/** Reads a text such as `Vouch <vouch@example.org>`, or an address alone; null if it is neither. */
export function parseSender(text: string): Sender | null {
  const [, name = '', bracketed, bare] = SENDER.exec(text.trim()) ?? [];
  const address = bracketed ?? bare ?? '';
  return isLocalAddress(address) ? { name: name.trim().replace(/^"(.*)"$/, '$1'), address } : null;
}
