import type { Inspectable } from '../../ports/files.ts';

/** The bytes of a range in one piece. */
export const bytesOf = async (file: Inspectable, from: number, to: number): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(file.range(from, to)));

/** PDF readers search this many bytes for the header. */
const PDF_HEADER_WITHIN = 1_024;
const PDF_HEADER = /%PDF-\d/;
const PDF_OBJECT = /\b\d+\s+\d+\s+obj\b/;

/**
 * Whether the beginning of a file is that of a PDF. `likely`: only blanks come before the header, and objects follow
 * it.
 */
export function pdfIn(head: Buffer): 'no' | 'possible' | 'likely' {
  const text = head.toString('latin1');
  const at = PDF_HEADER.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  if (at > PDF_HEADER_WITHIN) return 'no';
  const isAtStart = /^(?:\u00ef\u00bb\u00bf)?\s*$/.test(text.slice(0, at));
  return isAtStart && PDF_OBJECT.test(text) ? 'likely' : 'possible';
}

/** Brands that mean that a file can be read as MP4, whatever else it is. */
const MP4_BRANDS: ReadonlySet<string> = new Set(['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1']);
const MP4_TYPES: ReadonlySet<string> = new Set(['video/mp4', 'video/x-m4v']);
/** Phones also record files of these kinds. Most MP4 players can read them if they have one of its brands. */
const KIN_OF_MP4: ReadonlySet<string> = new Set(['video/quicktime', 'video/3gpp', 'video/3gpp2']);
const BRAND = 4;
const FIRST_BRAND = 8;
/** The offset after the first brand and its version. */
const OTHER_BRANDS = 16;

/** Whether a file of this type, as its first bytes say, is a video in MP4. */
export function isMp4(type: string | undefined, head: Buffer, size: number): boolean {
  if (type === undefined || !(MP4_TYPES.has(type) || KIN_OF_MP4.has(type))) return false;
  const box = head.readUInt32BE(0);
  // In a text these would be four letters, which as a number are larger than the file.
  if (head.toString('latin1', BRAND, FIRST_BRAND) !== 'ftyp' || box < OTHER_BRANDS || box > size) return false;
  if (MP4_TYPES.has(type)) return true;
  for (let at = OTHER_BRANDS; at + BRAND <= Math.min(box, head.length); at += BRAND)
    if (MP4_BRANDS.has(head.toString('latin1', at, at + BRAND))) return true;
  return false;
}

/** Whether a file that begins like RTF is RTF to its end. A text about RTF is not. */
export async function isRtf(type: string | undefined, file: Inspectable, head: Buffer): Promise<boolean> {
  if (type !== 'application/rtf' || !/^\{\\rtf\d/.test(head.toString('latin1'))) return false;
  return /\}[\s\0]*$/.test((await bytesOf(file, Math.max(0, file.size - 64), file.size)).toString('latin1'));
}

const ADVICE: readonly (readonly [type: RegExp, sentence: string])[] = [
  [/^image\//, 'This kind of picture is not taken. Save it as JPEG or PNG, then send that.'],
  [/^video\//, 'This kind of video is not taken. Save it as MP4, then send that.'],
  [/^audio\//, 'Sound is not taken. Send a video in MP4, or write down what was said.'],
  [
    /^application\/(?:x-(?:7z|rar|bzip2|xz|tar|lzip|lz4|lzh|compress|cpio|arj|ace)|zstd|vnd\.ms-cab)/,
    'This kind of archive is not taken. Pack the files as ZIP, then send that.',
  ],
  [/^application\/(?:rtf|postscript|eps|vnd\.visio)/, 'This kind of document is not taken. Save it as PDF or DOCX, then send that.'],
  [
    /^application\/x-cfb/,
    'Files of Word, Excel and PowerPoint in their old form are not taken. Save it as DOCX, XLSX, PPTX or PDF, then send that.',
  ],
];
const NO_KIND =
  'This kind of file is not taken. Send a picture (PNG, JPEG, WebP, GIF), PDF, plain text, an MP4, or a Word, Excel, PowerPoint or OpenDocument file. Anything else can be sent in a ZIP.';

/** Why a file of this type, or of an unknown one, is not accepted, and what to do, in a sentence or two. */
export const adviceFor = (type: string | undefined): string => ADVICE.find(([kind]) => kind.test(type ?? ''))?.[1] ?? NO_KIND;

const BEGINNING = 4_096;
/** A file that begins with one of these marks is text in UTF-16, or is not accepted. */
const MARKS = [
  { mark: Buffer.of(0xff, 0xfe), encoding: 'utf-16le' },
  { mark: Buffer.of(0xfe, 0xff), encoding: 'utf-16be' },
] as const;

/** No text holds them; tabs, line ends, form feeds and the colours of a terminal's output are none of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f]/;
/** Bytes that Windows-1252 does not use, decoded as Latin-1. */
const UNUSED_IN_1252 = /[\x81\x8d\x8f\x90\x9d]/;
const BEYOND_ASCII = /[^\0-\x7f]/g;
/**
 * The largest share of non-ASCII characters in a text in a Western European language. In a Cyrillic text most
 * characters are not ASCII.
 */
const MOST_BEYOND_ASCII = 0.5;

/** Markup that a browser would show as a page or a picture. */
const MARKUP =
  /^(?:\ufeff|\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>)*<(?:!doctype\s+html|html|head|body|script|iframe|svg|style|meta)\b/i;

const ENCODING = 'This text is not in UTF-8. Save it as UTF-8 (in Excel as “CSV UTF-8”), then send it again.';
const BREAKS_OFF = 'This text ends in the middle of a character. Save it again as UTF-8, then send it.';

export type TextFault =
  /** The file is binary. */
  'no text' | typeof ENCODING | typeof BREAKS_OFF;

const markedAs = (head: Buffer) => MARKS.find(({ mark }) => head.subarray(0, 2).equals(mark))?.encoding;

export const isMarkedText = (head: Buffer): boolean => markedAs(head) !== undefined;

/**
 * Why a file is not accepted as text, judged by all of its bytes; null: it is text in UTF-8, in UTF-16 with its mark,
 * or in Windows-1252.
 */
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

/**
 * Excel on Windows saves CSV in Windows-1252. Nothing in such a file names the encoding, and almost every byte is valid
 * in it.
 */
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
