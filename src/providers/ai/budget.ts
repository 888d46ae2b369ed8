import type { SubmittedPart } from './parts.ts';

/** The most tokens of material in one request. It bounds what a review costs, whatever is submitted. */
const MOST_INPUT_TOKENS = 24_000;
/** The most tokens of an answer, with what a model may think before it. */
export const MOST_OUTPUT_TOKENS = 4_000;
/** Tokenizers differ. In no language do the usual ones make much more than one token of three bytes of UTF-8. */
const BYTES_PER_TOKEN = 3;
const MOST_BYTES = MOST_INPUT_TOKENS * BYTES_PER_TOKEN;

export interface Fitted {
  readonly parts: readonly SubmittedPart[];
  /** The names of the parts of which only the beginning is left. */
  readonly cut: readonly string[];
}

/** The parts within the bound: short ones whole, of the longest ones the beginning, so that no part displaces another. */
export function fitParts(parts: readonly SubmittedPart[], most = MOST_BYTES): Fitted {
  const sizes = parts.map(({ text }) => Buffer.byteLength(text));
  const share = largestShare(sizes, most);
  const cut = parts.filter((_, at) => (sizes[at] as number) > share).map(({ name }) => name);
  return { cut, parts: parts.map((part, at) => ((sizes[at] as number) > share ? { ...part, text: beginningOf(part.text, share) } : part)) };
}

/** The largest size to which parts can be cut such that all together fit. */
function largestShare(sizes: readonly number[], most: number): number {
  let left = most;
  const ascending = sizes.toSorted((a, b) => a - b);
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at));
    if (size > share) return share;
    left -= size;
  }
  return most;
}

/** As much of a text as fits, without half a character at its end, and a line that says that more was there. */
function beginningOf(text: string, bytes: number): string {
  const beginning = new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
  return `${beginning}\n[The rest is left out, because it is too long.]`;
}
