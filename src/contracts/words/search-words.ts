import { folded } from './spelling.ts';

/** A letter of a script that puts no spaces between words, so that a word can begin at any place. */
const UNSPACED =
  '[[\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}]&&[\\p{L}\\p{N}\\p{M}]]';
const WORDS = new RegExp(`${UNSPACED}+|[[\\p{L}\\p{N}\\p{M}]--${UNSPACED}]+`, 'gv');
const BEGINS_UNSPACED = new RegExp(`^${UNSPACED}`, 'v');
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'v');

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters of ASCII
const ASCII = /^[\x00-\x7f]*$/;
const ASCII_WORDS = /[a-z0-9]+/g;

/**
 * The words of a text as search compares them, with a space between two: without capital letters, accents and width. A run of letters
 * without spaces between words, such as Han, is one word.
 */
export function searchWords(text: string): string {
  const found = ASCII.test(text) ? text.toLowerCase().match(ASCII_WORDS) : folded(text).normalize('NFC').match(WORDS);
  return found === null ? '' : found.join(' ');
}

/** A tag as search compares it: as a whole, with its signs, so that 'c++' is not 'c'. */
export const searchTag = (tag: string): string => folded(tag).normalize('NFC').replace(/\s+/gu, ' ').trim();

/** Separates texts, so that no words are side by side that are in two of them. */
const BETWEEN = '\n';

/** What `finds` looks through: the words of each text, each between two spaces. */
export const searchable = (words: readonly string[]): string => words.map((one) => `${BETWEEN} ${one} `).join('');

/**
 * What `finds` looks for, made from words that are side by side. The last one is the beginning of a word, unless `whole` is set. Empty: there
 * are no words.
 */
export function needle(words: string, whole: boolean): string {
  if (words === '') return '';
  const begin = BEGINS_UNSPACED.test(words) ? '' : ' ';
  const end = !whole || ENDS_UNSPACED.test(words) ? '' : ' ';
  return `${begin}${words}${end}`;
}
