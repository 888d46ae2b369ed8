import { namedValue } from './function-input.ts';
import { jsonOfLiteral } from './literal.ts';

/** The largest difference at which two numbers count as equal. */
const TOLERANCE = 1e-9;

/**
 * Compares an output with the expected one. If both are JSON, their values are compared, and numbers may differ by 1e-9.
 * Otherwise the texts are compared, without white space at the ends of lines and of the whole text.
 */
export function sameOutput(expected: string, actual: string): boolean {
  const [one, other] = [parsed(expected), parsed(actual)];
  if (one !== undefined && other !== undefined) return sameValue(one.value, other.value);
  return withoutTrailingBlanks(expected) === withoutTrailingBlanks(actual);
}

/**
 * Tells whether a function returned the expected value. `result` is JSON, which may also contain NaN and Infinity. The
 * expected text may be a Python literal, may name its value (`nums = [1, 2]`), and may be a string without quotation
 * marks.
 */
export function sameResult(expected: string, result: string): boolean {
  const actual = resultOf(result);
  if (actual === undefined) return sameOutput(expected, result);
  const { name, text } = namedValue(expected);
  for (const one of name === undefined ? [text] : [text, expected.trim()]) {
    const value = resultOf(one);
    if (value && sameValue(value.value, actual.value)) return true;
    // A word without quotation marks may be a string or a literal: `True` matches both the text "True" and the value true.
    if (typeof actual.value === 'string' && !parsed(one) && withoutTrailingBlanks(one) === withoutTrailingBlanks(actual.value)) return true;
    const withWords = value ? undefined : parsed(jsonOfLiteral(one, { words: true, unwritable: marked }) ?? '');
    if (withWords && sameValue(withWords.value, actual.value)) return true;
  }
  return false;
}

// The text is trimmed line by line, because a regular expression would take quadratic time for a long run of spaces.
const withoutTrailingBlanks = (text: string): string => {
  const lines = text.split('\n').map((line) => line.trimEnd());
  return lines.join('\n').trimEnd();
};

const INTEGER = /^-?\d+$/;

/** In JSON, NaN and the infinities are written as strings that begin with this character. */
const MARK = '\0';
const marked = (name: string): string => JSON.stringify(MARK + name);
const UNMARKED: ReadonlyMap<unknown, number> = new Map(['NaN', 'Infinity', '-Infinity'].map((name) => [MARK + name, Number(name)]));

const resultOf = (text: string): Parsed | undefined =>
  parsed(text) ?? parsed(jsonOfLiteral(text, { words: false, unwritable: marked }) ?? '');

interface Parsed {
  readonly value: unknown;
}

/** Parses JSON. Integers that a double cannot represent become BigInts, so that two different ones never count as equal. */
function parsed(text: string): Parsed | undefined {
  try {
    // The third parameter of the reviver is newer than the type of JSON.parse, and some browsers do not have it.
    const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
      if (typeof value !== 'number') return UNMARKED.get(value) ?? value;
      return !Number.isSafeInteger(value) && INTEGER.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value;
    };
    return { value: JSON.parse(text, exact) };
  } catch {
    return undefined;
  }
}

/** Uses a list of pending comparisons, because recursion would exhaust the stack for deeply nested values. */
function sameValue(expected: unknown, actual: unknown): boolean {
  const open: [unknown, unknown][] = [[expected, actual]];
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [one, other] = pair;
    if (one === null || other === null || typeof one !== 'object' || typeof other !== 'object') {
      if (!sameScalar(one, other)) return false;
    } else {
      const keys = Object.keys(one);
      if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) return false;
      for (const key of keys) {
        if (!Object.hasOwn(other, key)) return false;
        open.push([Reflect.get(one, key), Reflect.get(other, key)]);
      }
    }
  }
  return true;
}

function sameScalar(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return Object.is(one, other) || one === other || Math.abs(one - other) <= TOLERANCE;
  // A long integer equals a float if that float is the nearest one.
  if (typeof one === 'bigint' && typeof other === 'number') return Number(one) === other;
  if (typeof one === 'number' && typeof other === 'bigint') return one === Number(other);
  return one === other;
}
