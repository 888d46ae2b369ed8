/** Of a longer text only the beginning is looked at, so that a rubric takes milliseconds whatever is submitted. */
export const MOST_CHARACTERS = 10_000;
const SEGMENTER = new Intl.Segmenter('en', { granularity: 'word' });
/** Words of English that say nothing about a matter. */
const EMPTY = new Set('the and for with from that this was were are has have had its into per all any our your you not but'.split(' '));
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;
const SHORTEST_LATIN = 3;
const STEM = 4;

export const beginningOf = (text: string): string => text.slice(0, MOST_CHARACTERS).toWellFormed();

/** The words of a text in lower case, also of languages that are written without spaces. */
export function wordsOf(text: string): string[] {
  return [...SEGMENTER.segment(beginningOf(text))].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment.toLowerCase()] : []));
}

/** The words that say something about a matter, each once. */
export function topicsOf(text: string): Set<string> {
  return new Set(wordsOf(text).filter((word) => !(EMPTY.has(word) || (LATIN.test(word) && word.length < SHORTEST_LATIN))));
}

/** Whether one of the words begins like this one, so that endings make no difference. */
export function isAmong(word: string, stems: ReadonlySet<string>): boolean {
  return stems.has(stemOf(word));
}

export const stemsOf = (words: Iterable<string>): Set<string> => new Set([...words].map(stemOf));

const stemOf = (word: string): string => word.slice(0, STEM);
