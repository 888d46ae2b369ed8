import { inOneDirection } from './directions.ts';

/** Measures texts, and says which of them can be drawn. */
export interface FontFace {
  /** Whether the text font has the character. */
  has(codePoint: number): boolean;
  /** Whether another font draws this grapheme, which the text font lacks. */
  borrows(grapheme: string): boolean;
  /** The width at size 1 of a character of the text font. */
  width(character: string): number;
  /** The width at size 1 of a text in any script, as it is shaped. */
  shaped(text: string): number;
}

const PLAIN = /^[\x20-\x7e\u00a1-\u024f]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\ufe0e|\ufe0f/gu;
/** Isolates are not drawn, but decide where the words beside them stand (see `isolated`). */
const ISOLATE = /[\u2066-\u2069]/u;
/** It is drawn instead of a character that the font does not have. */
export const REPLACEMENT = '\u25a1';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Whether every character is of the Latin script, so that its width does not depend on its neighbours. */
export const isPlain = (text: string): boolean => PLAIN.test(text);

/** What a reader sees as characters. */
export const graphemesOf = (text: string): readonly string[] =>
  PLAIN.test(text) ? [...text] : Array.from(graphemes.segment(text), ({ segment }) => segment);

/** The text as one line that can be drawn: composed (NFC), without control characters, unknown graphemes replaced. */
export function drawable(text: string, face: FontFace): string {
  if (PLAIN.test(text)) return text;
  const composed = text
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(INVISIBLE, (one) => (one === '\u200d' || ISOLATE.test(one) ? one : ''));
  if (PLAIN.test(composed) || (!composed.includes('\u200d') && known(composed, face))) return composed;
  return graphemesOf(composed)
    .map((grapheme) => drawableGrapheme(grapheme, face))
    .join('');
}

function drawableGrapheme(grapheme: string, face: FontFace): string {
  const joined = grapheme.replaceAll('\u200d', '');
  if (joined !== '' && !isEmoji(grapheme) && known(joined, face)) return joined;
  return joined !== '' && face.borrows(grapheme) ? grapheme : REPLACEMENT;
}

function known(text: string, face: FontFace): boolean {
  for (const character of text) if (!ISOLATE.test(character) && !face.has(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** Whether this is an emoji that consists of several emoji. A text font would draw them separately. */
const isEmoji = (segment: string): boolean =>
  segment.length > 1 && /\p{Extended_Pictographic}/u.test(segment) && segment.includes('\u200d');

export function widthOf(text: string, size: number, face: FontFace): number {
  if (!PLAIN.test(text)) return face.shaped(text) * size;
  let width = 0;
  for (const character of text) width += face.width(character);
  return width * size;
}

/** A part of a text that is not broken unless it is wider than a line. */
interface Part {
  readonly text: string;
  /** A space stands before it. */
  readonly spaced: boolean;
}

/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A line does not begin with what closes a phrase, and does not end with what opens one. */
const CLOSES = /^[\p{Pe}\p{Pf}\p{Po}\p{Mn}\u30fc\u3005]/u;
const OPENS = /[\p{Ps}\p{Pi}]$/u;

function partsOf(text: string): readonly Part[] {
  return text.split(' ').flatMap((word, index) => wordsOf(word).map((part, place) => ({ text: part, spaced: index > 0 && place === 0 })));
}

function wordsOf(text: string): readonly string[] {
  if (!UNSPACED.test(text)) return [text];
  const found: string[] = [];
  for (const { segment } of words.segment(text)) {
    const last = found.at(-1);
    if (last !== undefined && (CLOSES.test(segment) || OPENS.test(last))) found[found.length - 1] = last + segment;
    else found.push(segment);
  }
  return found;
}

/**
 * Breaks a text into lines of at most this width: at spaces, between the words of scripts without spaces, and within a word
 * only if it is wider than a line. Gives at most `most` lines; if there are more, the last one ends in an ellipsis. Each line has the
 * direction of the whole text.
 */
export function wrap(text: string, width: number, size: number, face: FontFace, most = Number.POSITIVE_INFINITY): readonly string[] {
  return inOneDirection(text, linesOf(text, width, size, face, most));
}

function linesOf(text: string, width: number, size: number, face: FontFace, most: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const space = face.width(' ') * size;
  for (const part of partsOf(text)) {
    const length = widthOf(part.text, size, face);
    const before = part.spaced ? space : 0;
    if (line !== '' && used + before + length <= width) {
      line += (part.spaced ? ' ' : '') + part.text;
      used += before + length;
      continue;
    }
    if (line !== '') lines.push(line);
    if (lines.length > most) break;
    if (length <= width) [line, used] = [part.text, length];
    else [line, used] = pieces(part.text, width, size, face, lines);
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]} ${lines[most]}`, width, size, face)];
}

/** Adds the full lines of a long word to `lines`. Gives the rest of the word and its width. */
function pieces(word: string, width: number, size: number, face: FontFace, lines: string[]): [string, number] {
  let [piece, used] = ['', 0];
  for (const grapheme of graphemesOf(word)) {
    const step = widthOf(grapheme, size, face);
    if (used + step > width && piece !== '') {
      lines.push(piece);
      [piece, used] = ['', 0];
    }
    piece += grapheme;
    used += step;
  }
  return [piece, used];
}

/** As much of the text as fits in this width, with an ellipsis at the end if it was cut. */
export function cut(text: string, width: number, size: number, face: FontFace): string {
  if (widthOf(text, size, face) <= width) return text;
  const room = width - face.width('…') * size;
  let [kept, used] = ['', 0];
  for (const grapheme of graphemesOf(text)) {
    used += widthOf(grapheme, size, face);
    if (used > room) break;
    kept += grapheme;
  }
  return `${kept.trimEnd()}…`;
}
