import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Every file under a folder with its bytes. */
export const allFiles = (folder: string): readonly (readonly [name: string, bytes: Buffer])[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => [name, readFileSync(join(folder, name))] as const);

/** Where any of the texts occurs, as UTF-8 in any case, UTF-16, base64, hexadecimal or in a URL: `file: text`. */
export function tracesOf(folder: string, texts: readonly string[]): readonly string[] {
  const files = allFiles(folder).map(([name, bytes]) => [name, bytes, bytes.toString('latin1').toLowerCase()] as const);
  return files.flatMap(([name, bytes, lower]) =>
    texts
      .filter(
        (text) => lower.includes(Buffer.from(text.toLowerCase()).toString('latin1')) || spellings(text).some((one) => bytes.includes(one)),
      )
      .map((text) => `${name}: ${text}`),
  );
}

const spellings = (text: string): readonly Buffer[] => [
  Buffer.from(text),
  Buffer.from(text, 'utf16le'),
  Buffer.from(Buffer.from(text).toString('hex')),
  Buffer.from(encodeURIComponent(text)),
  ...inBase64(text),
];

/** The text in base64, wherever it begins. */
function inBase64(text: string): readonly Buffer[] {
  return [0, 1, 2].map((shift) => {
    const coded = Buffer.concat([Buffer.alloc(shift), Buffer.from(text)]).toString('base64');
    return Buffer.from(coded.slice(shift === 0 ? 0 : 4, -4));
  });
}
