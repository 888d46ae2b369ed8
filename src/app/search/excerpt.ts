import { searchable, searchWords } from '../../contracts/words/search-words.ts';

/** In characters. */
const MOST = 200;
/** How much of the text before the found place is shown. */
const BEFORE = 60;
/** The word that may be cut off at the end. A longer one stays. */
const LAST_WORD = /\s\S{0,30}$/u;

/** Up to 200 characters of a description round the first of the needles that is found there; null if none is. */
export function excerptOf(description: string, needles: readonly string[]): string | null {
  const words = searchable([searchWords(description)]);
  if (!needles.some((needle) => words.includes(needle))) return null;
  return cut(description, placeIn(description, needles));
}

const RAW_WORDS = /[\p{L}\p{N}\p{M}]+/gu;

/** Where the first needle begins in the description. If that is not known exactly, the beginning. */
function placeIn(description: string, needles: readonly string[]): number {
  let words = ' ';
  const starts: { readonly at: number; readonly from: number; readonly length: number }[] = [];
  for (const { 0: raw, index } of description.matchAll(RAW_WORDS)) {
    const folded = searchWords(raw);
    if (folded === '') continue;
    starts.push({ at: words.length, from: index, length: raw.length });
    words += `${folded} `;
  }
  const places = needles.flatMap((needle) => {
    const at = words.indexOf(needle);
    return at === -1 ? [] : [at + (needle.startsWith(' ') ? 1 : 0)];
  });
  const at = Math.min(...places);
  const word = starts.findLast((start) => start.at <= at);
  // Without spaces between words, the place may be within a long run of letters, of which folding changes the length little.
  return word === undefined || places.length === 0 ? 0 : word.from + Math.min(at - word.at, word.length - 1);
}

function cut(description: string, place: number): string {
  const start = beginning(description, Math.max(0, Math.min(place - BEFORE, description.length - MOST)), place);
  const characters = [...description.slice(start, start + 2 * MOST)];
  const shown = characters.slice(0, MOST).join('');
  const isAll = start + shown.length >= description.length;
  return (isAll ? shown : shown.replace(LAST_WORD, '')).trim();
}

/** The beginning of the first word from `start` on, if that is before `place`; else `start`, but not within a character. */
function beginning(description: string, start: number, place: number): number {
  if (start === 0) return 0;
  const space = description.slice(start - 1, place).search(/\s/u);
  if (space !== -1) return start + space;
  return /[\udc00-\udfff]/.test(description.charAt(start)) ? start + 1 : start;
}
