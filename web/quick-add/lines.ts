import { showsNothing } from '../../src/contracts/words/invisible.ts';
import { monthIn } from '../../src/contracts/words/phrases/lexicon.ts';

const BREAK = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
/** A sign of a list and an empty box, as they stand before the points of a list: '- ', '* [ ] ', '[x] ', '☐ '. */
const SIGN = /^\s*(?:[-*+•◦▪–—]\s+)?(?:\[[ xX]?\]\s+|[☐☑☒✓]\s*)?/u;
const NUMBER = /^\s*(\d{1,3})[.)]\s+(\S+)/;

/** The number of a point in a list. In '24. december' it is the day of a month. */
function numberOf(line: string): number | null {
  const [, number, word = ''] = NUMBER.exec(line) ?? [];
  return number === undefined || monthIn(word.toLowerCase().replace(/\W+$/, '')) !== null ? null : Number(number);
}

/** The lines of a pasted text without signs and numbers of a list, and without those in which nothing stands. */
export function linesOf(text: string): string[] {
  const lines = text.split(BREAK);
  const numbers = lines.map(numberOf).filter((number) => number !== null);
  const isList = numbers.every((number, index) => number === index + 1);
  return lines
    .map((line) => (isList && numberOf(line) !== null ? line.replace(/^\s*\d{1,3}[.)]\s+/, '') : line))
    .map((line) => line.replace(SIGN, '').trim())
    .filter((line) => !showsNothing(line));
}
