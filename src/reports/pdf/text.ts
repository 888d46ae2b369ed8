/** Which characters a font can draw, and how wide they are at size 1. */
export interface FontFace {
  has(codePoint: number): boolean;
  width(character: string): number;
}

const PLAIN = /^[\x20-\x7e\u00a1-\u024f]*$/;
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\ufe0e|\ufe0f/gu;
/** It is drawn instead of a character that the font does not have. */
export const REPLACEMENT = '\u25a1';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text as one line that the font can draw: composed (NFC), without control characters, unknown graphemes replaced. */
export function drawable(text: string, face: FontFace): string {
  if (PLAIN.test(text)) return text;
  const composed = text
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(INVISIBLE, (one) => (one === '\u200d' ? one : ''));
  if (PLAIN.test(composed) || (!composed.includes('\u200d') && known(composed, face))) return composed;
  let out = '';
  for (const { segment } of graphemes.segment(composed)) {
    const points = [...segment].filter((character) => character !== '\u200d');
    const complete = points.every((character) => face.has(character.codePointAt(0) ?? 0));
    out += complete && points.length > 0 && !isEmoji(segment) ? points.join('') : REPLACEMENT;
  }
  return out;
}

function known(text: string, face: FontFace): boolean {
  for (const character of text) if (!face.has(character.codePointAt(0) ?? 0)) return false;
  return true;
}

/** Whether this is an emoji that consists of several emoji. A text font would draw them separately. */
const isEmoji = (segment: string): boolean =>
  segment.length > 1 && /\p{Extended_Pictographic}/u.test(segment) && segment.includes('\u200d');

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/**
 * pdfkit lays out a line word by word from the left. So neighbouring words of a right-to-left script are joined by
 * no-break spaces: then the font reverses them together. This moves the space after such words to their other side, so a
 * second space is added.
 */
export function joinRightToLeft(line: string): string {
  if (!RTL.test(line)) return line;
  const words = line.split(' ');
  return words
    .map((word, index) => {
      const next = words[index + 1];
      if (next === undefined) return word;
      if (!RTL.test(word)) return `${word} `;
      return RTL.test(next) ? `${word}\u00a0` : `${word}  `;
    })
    .join('');
}

export function widthOf(text: string, size: number, face: FontFace): number {
  let width = 0;
  for (const character of text) width += face.width(character);
  return width * size;
}

/**
 * Breaks a text into lines of at most this width, at spaces, and within a word only if it is wider than a line. Gives at most
 * `most` lines; if there are more, the last one ends in an ellipsis.
 */
export function wrap(text: string, width: number, size: number, face: FontFace, most = Number.POSITIVE_INFINITY): readonly string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const space = face.width(' ') * size;
  for (const word of text.split(' ')) {
    const length = widthOf(word, size, face);
    if (line !== '' && used + space + length <= width) {
      line += ` ${word}`;
      used += space + length;
      continue;
    }
    if (line !== '') lines.push(line);
    if (lines.length > most) break;
    if (length <= width) [line, used] = [word, length];
    else [line, used] = pieces(word, width, size, face, lines);
  }
  lines.push(line);
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), cut(`${lines[most - 1]} ${lines[most]}`, width, size, face)];
}

/** Adds the full lines of a long word to `lines`. Gives the rest of the word and its width. */
function pieces(word: string, width: number, size: number, face: FontFace, lines: string[]): [string, number] {
  let [piece, used] = ['', 0];
  for (const character of word) {
    const step = face.width(character) * size;
    if (used + step > width && piece !== '') {
      lines.push(piece);
      [piece, used] = ['', 0];
    }
    piece += character;
    used += step;
  }
  return [piece, used];
}

/** As much of the text as fits in this width, with an ellipsis at the end if it was cut. */
export function cut(text: string, width: number, size: number, face: FontFace): string {
  if (widthOf(text, size, face) <= width) return text;
  const room = width - face.width('…') * size;
  let [kept, used] = ['', 0];
  for (const character of text) {
    used += face.width(character) * size;
    if (used > room) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
