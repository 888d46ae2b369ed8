import type { Inspectable } from '../../ports/file-inspector.ts';
import { bytesOf } from './bytes.ts';

const BEGINNING = 4_096;
/** What begins with one of these marks is text in UTF-16 or nothing that is taken. */
const MARKS = [
  { mark: Buffer.of(0xff, 0xfe), encoding: 'utf-16le' },
  { mark: Buffer.of(0xfe, 0xff), encoding: 'utf-16be' },
] as const;

/** No text holds them; tabs, line ends, form feeds and the colours of a terminal's output are none of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f]/;
/** Bytes that Windows-1252 does not use, read as Latin-1. */
const UNUSED_IN_1252 = /[\x81\x8d\x8f\x90\x9d]/;
const BEYOND_ASCII = /[^\0-\x7f]/g;
/** The largest part of a text in a language of Western Europe that is no ASCII. Most of a text in Cyrillic letters is none. */
const MOST_BEYOND_ASCII = 0.5;

/** Markup that a browser would show as a page or a picture. */
const MARKUP =
  /^(?:\ufeff|\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>)*<(?:!doctype\s+html|html|head|body|script|iframe|svg|style|meta)\b/i;

const ENCODING = 'This text is not in UTF-8. Save it as UTF-8 (in Excel as “CSV UTF-8”), then send it again.';
const BREAKS_OFF = 'This text ends in the middle of a character. Save it again as UTF-8, then send it.';

export type TextFault =
  /** It is no text at all. */
  'no text' | typeof ENCODING | typeof BREAKS_OFF;

const markedAs = (head: Buffer) => MARKS.find(({ mark }) => head.subarray(0, 2).equals(mark))?.encoding;

export const isMarkedText = (head: Buffer): boolean => markedAs(head) !== undefined;

/** Why a file is no text that is taken, from its beginning to its end; null: it is one, in UTF-8, UTF-16 with its mark, or Windows-1252. */
export async function textFault(file: Inspectable): Promise<TextFault | null> {
  const marked = markedAs(await bytesOf(file, 0, BEGINNING));
  const decoder = new TextDecoder(marked ?? 'utf-8', { fatal: true });
  try {
    for await (const some of file.range(0, file.size)) if (CONTROLS.test(decoder.decode(some, { stream: true }))) return 'no text';
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return marked === undefined ? faultIn1252(file) : 'no text';
  }
  try {
    return CONTROLS.test(decoder.decode()) ? 'no text' : null;
  } catch {
    return BREAKS_OFF;
  }
}

/** Excel on Windows saves CSV in Windows-1252. Nothing in a file says so, and every kind of byte may stand in it but a few. */
async function faultIn1252(file: Inspectable): Promise<TextFault | null> {
  let isUnused = false;
  let beyond = 0;
  for await (const some of file.range(0, file.size)) {
    const text = Buffer.from(some).toString('latin1');
    if (CONTROLS.test(text)) return 'no text';
    isUnused ||= UNUSED_IN_1252.test(text);
    beyond += text.match(BEYOND_ASCII)?.length ?? 0;
  }
  return isUnused || beyond > file.size * MOST_BEYOND_ASCII ? ENCODING : null;
}

/** Whether a browser would show this beginning of a file as a page or a picture. */
export const isMarkup = (head: Buffer): boolean => MARKUP.test(new TextDecoder(markedAs(head)).decode(head.subarray(0, BEGINNING)));
