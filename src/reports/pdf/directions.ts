import bidiFactory from 'bidi-js';
import { hasRightToLeft } from '../../contracts/words/isolated.ts';

// The package is a CommonJS module whose types are those of an ES module.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

/** Marks that give a line the direction of its paragraph. Neither they nor isolates are drawn. `drawable` leaves no others in a text. */
const LEFT_TO_RIGHT = '\u200e';
const RIGHT_TO_LEFT = '\u200f';
const LEFT_TO_RIGHT_ISOLATE = '\u2066';
const RIGHT_TO_LEFT_ISOLATE = '\u2067';
const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
const ISOLATES = /[\u2066-\u2069]/g;
const MARKS = /[\u200e\u200f\u2066-\u2069]/g;

/** Scripts that a font lays out from right to left by itself. It goes by the first character that belongs to a script. */
const FONT_REVERSES =
  /^[\p{Script=Common}\p{Script=Inherited}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

export const withoutMarks = (text: string): string => text.replace(MARKS, '');

/** A piece of a line that runs in one direction. Its characters are in the order in which they are read. */
export interface Piece {
  readonly text: string;
  readonly rtl: boolean;
}

/** The pieces of a line from the left to the right, by the Unicode Bidirectional Algorithm (UAX 9). Brackets are mirrored. */
export function piecesOf(line: string): readonly Piece[] {
  if (!hasRightToLeft(line)) return [{ text: withoutMarks(line), rtl: false }];
  const found = bidi.getEmbeddingLevels(line);
  const isRtl = (index: number): boolean => (found.levels[index] ?? 0) % 2 === 1;
  const pieces: { start: number; end: number; rtl: boolean }[] = [];
  for (const index of bidi.getReorderedIndices(line, found)) {
    const last = pieces.at(-1);
    const rtl = isRtl(index);
    if (last?.rtl === rtl && index === (rtl ? last.start - 1 : last.end)) {
      if (rtl) last.start = index;
      else last.end = index + 1;
    } else pieces.push({ start: index, end: index + 1, rtl });
  }
  return pieces
    .map(({ start, end, rtl }) => ({ text: withoutMarks(rtl ? mirrored(line.slice(start, end)) : line.slice(start, end)), rtl }))
    .filter(({ text }) => text !== '');
}

const mirrored = (text: string): string => [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');

/**
 * A piece, or a part of it that has one font, in the order that pdfkit needs to draw it as it runs. The font reverses what begins in a
 * right-to-left script, but pdfkit gives it one word at a time: so no-break spaces stand between such words.
 */
export function inFontOrder(graphemes: readonly string[], rtl: boolean): string {
  const text = graphemes.join('');
  const reverses = FONT_REVERSES.test(text);
  const ordered = rtl === reverses ? text : graphemes.toReversed().join('');
  return reverses ? ordered.replaceAll(' ', '\u00a0') : ordered;
}

/** Marks those lines of a text that would have another direction than the whole text if they stood alone. */
export function inOneDirection(text: string, lines: readonly string[]): readonly string[] {
  if (lines.length < 2 || !hasRightToLeft(text)) return lines;
  const level = levelOf(text);
  return withIsolates(lines).map((line) => (levelOf(line) === level ? line : (level === 1 ? RIGHT_TO_LEFT : LEFT_TO_RIGHT) + line));
}

/** An isolate that goes on in later lines begins again in each of them, in the direction that it has in the first one. */
function withIsolates(lines: readonly string[]): readonly string[] {
  const open: string[] = [];
  return lines.map((line, index) => {
    const begun = open.join('');
    for (const { 0: character, index: at } of line.matchAll(ISOLATES)) {
      if (character === POP_ISOLATE) open.pop();
      else open.push(isolateOf(character, [line.slice(at + 1), ...lines.slice(index + 1)].join(' ')));
    }
    return begun + line;
  });
}

/** The beginning of an isolate in the direction that it gets from its content. */
function isolateOf(character: string, content: string): string {
  if (character !== FIRST_STRONG_ISOLATE) return character;
  return levelOf(content) === 1 ? RIGHT_TO_LEFT_ISOLATE : LEFT_TO_RIGHT_ISOLATE;
}

const levelOf = (text: string): number => bidi.getEmbeddingLevels(text).paragraphs[0]?.level ?? 0;
