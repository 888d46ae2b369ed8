import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { STATEMENT_BYTES } from './statement.ts';

const HTML_OPEN = '<script type="application/vouch+json">';
const HTML_CLOSE = '</script>';
/** How the program writes the embedded file `vouch.json` into a PDF. A text of a PDF has no line ends, so it cannot contain this. */
const PDF_OPEN = `<<\n/Type /EmbeddedFile\n/Subtype /application#2Fjson\n/Params <<\n/Size ${STATEMENT_BYTES}\n>>\n/Length ${STATEMENT_BYTES}\n>>\nstream\n`;
const PDF_CLOSE = '\nendstream';

/** The empty place of a statement, to be filled in when all other bytes of the page are known. */
export const HTML_PLACE = `${HTML_OPEN}${' '.repeat(STATEMENT_BYTES)}${HTML_CLOSE}`;
/** The same in a PDF, as the embedded file is written. */
export const PDF_PLACE = `${PDF_OPEN}${' '.repeat(STATEMENT_BYTES)}${PDF_CLOSE}`;
/** The content of the embedded file of a PDF before it is filled in. */
export const EMPTY_STATEMENT = ' '.repeat(STATEMENT_BYTES);

const MARKS = {
  html: { open: HTML_OPEN, close: HTML_CLOSE },
  pdf: { open: PDF_OPEN, close: PDF_CLOSE },
} as const;

/** Where a statement is in a file, in bytes. `end` is the first byte after it. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The places of statements in a page or a PDF. A paper has exactly one. */
export function placesIn(bytes: Uint8Array, format: keyof typeof MARKS): readonly Place[] {
  // One character for each byte. The marks are ASCII.
  const text = new TextDecoder('latin1').decode(bytes);
  const { open, close } = MARKS[format];
  const places: Place[] = [];
  for (let at = text.indexOf(open); at !== -1; at = text.indexOf(open, at + 1)) {
    const start = at + open.length;
    const end = text.indexOf(close, start);
    places.push({ start, end: end === -1 ? bytes.length : end });
  }
  return places;
}

/** The SHA-256 of a file's bytes without those of its statement, in hex. */
export function digestWithout(bytes: Uint8Array, { start, end }: Place): string {
  return bytesToHex(sha256.create().update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest());
}
