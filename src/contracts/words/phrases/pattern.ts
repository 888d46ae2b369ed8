/** A word, a number or a punctuation mark, with its position in the text. */
export interface Token {
  /** In lower case. 'p.m.' becomes 'pm'. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const CHUNK = /\S+/g;
/** A comma between two digits may be a decimal comma, so the text is not split there. */
const INNER = /@(?=\d)|(?:\d,\d|[^,;])+|[,;]/g;
const MARKS_AFTER = /[,;.!?]+$/;
const DOTTED_HALF = /^(\d{1,2}(?:[:.]\d\d)?)?([ap])\.m\.?$/i;

export const isMark = (token: Token | undefined): boolean => token !== undefined && /^[,;.!?]$/.test(token.text);

/** Splits a text into words and the punctuation marks after them. */
export function tokensOf(text: string): Token[] {
  return [...text.matchAll(CHUNK)].flatMap((chunk) =>
    [...chunk[0].matchAll(INNER)].flatMap((piece) => wordAndMarks(piece[0], chunk.index + piece.index)),
  );
}

function wordAndMarks(piece: string, start: number): Token[] {
  const half = DOTTED_HALF.exec(piece.replace(/[,;!?]+$/, ''));
  const length = half ? half[0].length : piece.length - (MARKS_AFTER.exec(piece)?.[0].length ?? 0);
  const word = half ? `${half[1] ?? ''}${half[2]}m` : piece.slice(0, length);
  const marks = [...piece.slice(length)].map((text, index) => ({ text, start: start + length + index, end: start + length + index + 1 }));
  return length === 0 ? marks : [{ text: word.toLowerCase(), start, end: start + length }, ...marks];
}

/**
 * A small language for phrases. A pattern is a list of elements, separated by spaces:
 * - `in` matches this word, and `on|by` matches one of these words;
 * - `{day}` matches what the reader with this name reads, and its value is given to the function that makes the meaning;
 * - `?` after an element makes it optional: `on? {day}`.
 */
export type Reader<Value, Context = unknown> = (tokens: readonly Token[], at: number, context: Context) => Read<Value> | null;
/** A reader that needs no context. */
export type WordReader<Value> = (tokens: readonly Token[], at: number) => Read<Value> | null;
interface Read<Value> {
  readonly value: Value;
  /** The index of the first token after the phrase. */
  readonly next: number;
}
type Readers<Context> = Readonly<Record<string, Reader<unknown, Context>>>;
type ValuesOf<Classes> = { readonly [Name in keyof Classes]: Classes[Name] extends Reader<infer Value, never> ? Value : never };

/** A pattern and the function that makes its meaning. Null: these values have no meaning together. */
type Rule<Classes, Context, Meaning> = readonly [pattern: string, meaning: (values: ValuesOf<Classes>, context: Context) => Meaning | null];

interface Element {
  readonly words: readonly string[];
  readonly reads: string | null;
  readonly optional: boolean;
}

function elementOf(written: string): Element {
  const optional = written.endsWith('?') && written.length > 1;
  const bare = optional ? written.slice(0, -1) : written;
  const reads = /^\{(\w+)\}$/.exec(bare)?.[1] ?? null;
  return { words: reads === null ? bare.split('|') : [], reads, optional };
}

/**
 * Makes a reader from a table of rules. If several rules match, the one that reads the most words wins; of equal ones,
 * the first.
 */
export function grammar<Classes extends Readers<Context>, Context, Meaning>(
  classes: Classes,
  rules: readonly Rule<Classes, Context, Meaning>[],
): Reader<Meaning, Context> {
  const table = rules.map(([pattern, meaning]) => ({ elements: pattern.split(' ').map(elementOf), meaning }));
  return (tokens, at, context) => {
    let best: Read<Meaning> | null = null;
    const take = taker(classes, tokens, context);
    for (const { elements, meaning } of table) {
      const matched = match(elements, at, take);
      if (matched === null || matched.next <= (best?.next ?? at)) continue;
      // The readers of this grammar have made these values. TypeScript cannot know this, because a pattern names its
      // readers only in a text.
      const value = meaning(matched.values as ValuesOf<Classes>, context);
      if (value !== null) best = { value, next: matched.next };
    }
    return best;
  };
}

interface Matched {
  readonly values: Readonly<Record<string, unknown>>;
  readonly next: number;
}
type Take = (element: Element, at: number) => Matched | null;

function match([element, ...others]: readonly Element[], at: number, take: Take): Matched | null {
  if (element === undefined) return { values: {}, next: at };
  const taken = take(element, at);
  const rest = taken && match(others, taken.next, take);
  if (taken && rest) return { values: { ...taken.values, ...rest.values }, next: rest.next };
  return element.optional ? match(others, at, take) : null;
}

/** Reads an element at a position. Many rules read the same elements at the same position, so the results are cached. */
function taker<Context>(classes: Readers<Context>, tokens: readonly Token[], context: Context): Take {
  const known = new Map<string, Matched | null>();
  const read = (name: string, at: number): Matched | null => {
    const found = classes[name]?.(tokens, at, context);
    return found ? { values: { [name]: found.value }, next: found.next } : null;
  };
  return ({ words, reads }, at) => {
    const token = tokens[at];
    if (token === undefined) return null;
    if (reads === null) return words.includes(token.text) ? { values: {}, next: at + 1 } : null;
    const place = `${reads} ${at}`;
    const found = known.get(place);
    if (found !== undefined) return found;
    const taken = read(reads, at);
    known.set(place, taken);
    return taken;
  };
}

/** Makes a reader that reads a single word. */
export const oneWord =
  <Value>(read: (word: string) => Value | null | undefined): WordReader<Value> =>
  (tokens, at) => {
    const value = tokens[at] === undefined ? null : read(tokens[at].text);
    return value === null || value === undefined ? null : { value, next: at + 1 };
  };
