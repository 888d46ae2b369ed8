import { isolated, sentence } from './isolated.ts';

// How people are named to somebody else. The names are whatever somebody typed.

/** Control characters, and those that change the direction of text: with them a name could rewrite the sentence around it. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** The text as one line, so that a name or title can neither end a header nor begin a line of its own. */
export const oneLine = (text: string): string => text.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();

/**
 * A name for a message that may reach somebody who did not ask for it. Gives `otherwise` if a mail program would turn the
 * name into a link, or if it is long enough to carry a message.
 */
export function safeName(typed: string, otherwise: string): string {
  const name = oneLine(typed);
  // Full-width letters, and dots of other scripts, count as the characters that readers take them for.
  const read = name.normalize('NFKC');
  return name !== '' && [...name].length <= 80 && !/[:/@\\<>]|[.\u3002]\p{L}/u.test(read) ? name : otherwise;
}

/** An owner as others see them. The address was confirmed, but the name is whatever the owner typed. */
export interface NamedOwner {
  readonly owner: string;
  /** Empty: the account was deleted. */
  readonly ownerAddress: string;
}

/** The owner's name, or their address if there is no name that may be shown. It can stand within a sentence (see `isolated`). */
export const ownerWords = ({ owner, ownerAddress }: NamedOwner): string => isolated(safeName(owner, oneLine(ownerAddress) || UNNAMED));

/** The owner's name with their address beside it, so that nobody has to take the name on trust. */
export function ownerWithAddress(named: NamedOwner): string {
  const [name, address] = [ownerWords(named), oneLine(named.ownerAddress)];
  return address === '' || name === address ? name : sentence`${name} (${address})`;
}

/** 'Hello Robin.', or 'Hello.' without a name that may be shown. `typed`: the recipient's name, which somebody else may have chosen. */
export const greeting = (typed: string): string => {
  const name = safeName(typed, '');
  return name === '' ? 'Hello.' : sentence`Hello ${name}.`;
};
/** Replaces the name of an owner whose data was deleted. */
const UNNAMED = 'Somebody';
