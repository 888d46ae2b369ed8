import { FileNotTaken, type Inspectable } from '../../ports/file-inspector.ts';
import { bytesOf } from './bytes.ts';

const BEGINNING = 4_096;
/** What begins with one of these marks is text in UTF-16 or nothing that is taken. */
const ENCODINGS = [
  { mark: Buffer.of(0xff, 0xfe), encoding: 'utf-16le' },
  { mark: Buffer.of(0xfe, 0xff), encoding: 'utf-16be' },
] as const;

/** No text holds them; tabs, line ends, form feeds and the colours of a terminal's output are none of these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\0-\x07\x0e-\x1a\x1c-\x1f]/;

/** Markup that a browser would show as a page or a picture. */
const MARKUP =
  /^(?:\ufeff|\s|<\?xml[^>]*>|<!--[\s\S]*?-->|<!doctype\s+svg[^>]*>)*<(?:!doctype\s+html|html|head|body|script|iframe|svg|style|meta)\b/i;
/** Endings of names that promise something that is no text. */
const PROMISES_BYTES = /\.(?:png|jpe?g|webp|gif|bmp|ico|avif|heic|tiff?|pdf|docx?|xlsx?|pptx?|odt|zip|gz|mp4|mov|exe)$/i;

const NO_TEXT = 'This kind of file is not taken, and it cannot be read as text.';

export const isMarkedText = (head: Buffer): boolean => ENCODINGS.some(({ mark }) => head.subarray(0, 2).equals(mark));

/** Checks that a file is a text from its beginning to its end. @throws FileNotTaken */
export async function inspectText(file: Inspectable, name: string): Promise<string> {
  const head = await bytesOf(file, 0, BEGINNING);
  const { encoding = 'utf-8' } = ENCODINGS.find(({ mark }) => head.subarray(0, 2).equals(mark)) ?? {};
  if (PROMISES_BYTES.test(name) && MARKUP.test(new TextDecoder(encoding).decode(head)))
    throw new FileNotTaken(
      'This is HTML or SVG under the name of something else. Send it under its own name to have it taken as plain text.',
    );
  const decoder = new TextDecoder(encoding, { fatal: true });
  const check = (text: string): void => {
    if (CONTROLS.test(text)) throw new FileNotTaken(NO_TEXT);
  };
  try {
    for await (const some of file.range(0, file.size)) check(decoder.decode(some, { stream: true }));
    check(decoder.decode());
  } catch (error) {
    throw error instanceof TypeError ? new FileNotTaken(NO_TEXT) : error;
  }
  return 'text/plain';
}
