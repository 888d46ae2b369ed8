import type { Inspectable } from '../../ports/file-inspector.ts';
import { bytesOf } from './bytes.ts';

/** Readers of PDF look for the header among so many bytes. */
const PDF_HEADER_WITHIN = 1_024;
const PDF_HEADER = /%PDF-\d/;
const PDF_OBJECT = /\b\d+\s+\d+\s+obj\b/;

/** What the beginning of a file says about a PDF: `likely` where nothing but blanks stand before it, and objects come behind it. */
export function pdfIn(head: Buffer): 'no' | 'possible' | 'likely' {
  const text = head.toString('latin1');
  const at = PDF_HEADER.exec(text)?.index ?? Number.POSITIVE_INFINITY;
  if (at > PDF_HEADER_WITHIN) return 'no';
  const isAtStart = /^(?:\u00ef\u00bb\u00bf)?\s*$/.test(text.slice(0, at));
  return isAtStart && PDF_OBJECT.test(text) ? 'likely' : 'possible';
}

/** Brands that say that a file can be read as MP4, whatever else it can be read as. */
const MP4_BRANDS: ReadonlySet<string> = new Set(['isom', 'iso2', 'iso3', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1']);
const MP4_TYPES: ReadonlySet<string> = new Set(['video/mp4', 'video/x-m4v']);
/** Telephones give files of these kinds too, which most programs for MP4 can read if they have one of its brands. */
const KIN_OF_MP4: ReadonlySet<string> = new Set(['video/quicktime', 'video/3gpp', 'video/3gpp2']);
const BRAND = 4;
const FIRST_BRAND = 8;
/** Behind the first brand and its version. */
const OTHER_BRANDS = 16;

/** Whether a file of this type, as its first bytes say, is a video in MP4. */
export function isMp4(type: string | undefined, head: Buffer, size: number): boolean {
  if (type === undefined || !(MP4_TYPES.has(type) || KIN_OF_MP4.has(type))) return false;
  const box = head.readUInt32BE(0);
  // Of a text these would be four letters: a number that is larger than the file.
  if (head.toString('latin1', BRAND, FIRST_BRAND) !== 'ftyp' || box < OTHER_BRANDS || box > size) return false;
  if (MP4_TYPES.has(type)) return true;
  for (let at = OTHER_BRANDS; at + BRAND <= Math.min(box, head.length); at += BRAND)
    if (MP4_BRANDS.has(head.toString('latin1', at, at + BRAND))) return true;
  return false;
}

/** Whether a file in the letters of RTF is RTF from its beginning to its end. A text about it is not. */
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

/** Why a file of a type, or of one that nobody knows, is not taken, and what to do, in a sentence or two. */
export const adviceFor = (type: string | undefined): string => ADVICE.find(([kind]) => kind.test(type ?? ''))?.[1] ?? NO_KIND;
