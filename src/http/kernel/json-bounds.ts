import { Refusal } from './problems.ts';

/** What a JSON body may hold at most, beside its bytes. Values are counted by the commas between them. */
export const JSON_BOUNDS = { depth: 32, names: 1_000, commas: 20_000 } as const;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

const beyond = (what: string): Refusal => new Refusal(400, 'malformed', `The body holds ${what}.`);

/** The place after the text that begins at `start`. */
function endOfText(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return bytes.length;
}

/**
 * Counts what a parser would build, so that nothing is built of a body that is too deep or has too many parts. What is no JSON
 * is left to the parser.
 * @throws Refusal 400
 */
export function refuseBeyondBounds(
  bytes: Buffer,
  { depth, names, commas }: Readonly<Record<keyof typeof JSON_BOUNDS, number>> = JSON_BOUNDS,
): void {
  const count = { depth: 0, names: 0, commas: 0 };
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      at = endOfText(bytes, at);
      continue;
    }
    at += 1;
    if (byte === COMMA) count.commas += 1;
    else if (byte === COLON) count.names += 1;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) count.depth += 1;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) count.depth -= 1;
    if (count.depth > depth) throw beyond(`more than ${depth} lists and objects inside each other`);
    if (count.names > names) throw beyond(`more than ${names.toLocaleString('en-US')} names`);
    if (count.commas > commas) throw beyond(`more than ${commas.toLocaleString('en-US')} values`);
  }
}
