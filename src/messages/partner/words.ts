/** What turns the direction of text about would let a name rewrite the sentence around it. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

/** One line, whatever was typed: a name or title ends no header and begins no line of its own. */
export const oneLine = (text: string): string => text.replace(INVISIBLE, ' ').replace(/\s+/gu, ' ').trim();

/**
 * A name in a message that may reach somebody who asked for nothing: not what a mail program would turn into a
 * link, and not so long that it is a message itself.
 */
export function safeName(typed: string, otherwise: string): string {
  const name = oneLine(typed);
  return name !== '' && [...name].length <= 80 && !/[:/@\\<>]|\.\p{L}/u.test(name) ? name : otherwise;
}

export const greeting = (typed: string): string => {
  const name = safeName(typed, '');
  return name === '' ? 'Hello.' : `Hello ${name}.`;
};
export const UNNAMED = 'Somebody';
