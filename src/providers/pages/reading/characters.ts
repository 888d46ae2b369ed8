/** How far a page is searched for the encoding that it names, in bytes; the standard of HTML asks for 1,024. */
const SEARCHED = 2_048;
const NAMED = /<meta[^<>]{1,300}?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w-]{1,40})/i;

/** The text of a page. An encoding that is unknown or not named is taken for UTF-8. */
export function decoded(body: Buffer, declared: string | null): string {
  const label = byMark(body) ?? declared ?? NAMED.exec(body.toString('latin1', 0, SEARCHED))?.[1] ?? 'utf-8';
  return cleaned(decoderOf(label).decode(body));
}

/** The encoding that a byte order mark at the beginning tells. */
function byMark(body: Buffer): string | null {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 'utf-8' : null;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('utf-8');
  }
}

/** Control characters, and those that change the direction of what follows and so can show another text than is there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const UNWANTED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** The text without characters that nobody sees, its lines ended by `\n`. */
export const cleaned = (text: string): string => text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNWANTED, '');
