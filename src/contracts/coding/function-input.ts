import { jsonOfLiteral } from './literal.ts';
import type { Call } from './ran.ts';

/** Whether a text is one JSON value. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The arguments of a call in the order of the parameters, each as the text of one JSON value; or an error that says what
 * is wrong with the input.
 */
export type FunctionInput = { readonly args: readonly string[] } | { readonly error: string };

const NAMED = /^([\p{L}_$][\p{L}\p{N}_$]*)\s*=(?!=)(.*)$/su;
const OPENING = '[{(';
const CLOSING = ']})';
/** What must stand before a single quotation mark if it begins a string. Elsewhere it is an apostrophe. */
const BEFORE_TEXT = /(?:^|[^\p{L}\p{N}_])[bru]?$/iu;
/**
 * A string without quotation marks: one word that contains a letter. `nan` and `inf` are numbers, for which JSON has no
 * form.
 */
const BARE_WORD = /^(?!(?:nan|inf|infinity)$)(?=.*\p{L})[\p{L}\p{N}_][^\s'"`[\]{}(),=]*$/iu;

/**
 * Reads the input of a function's example, such as `nums = [2, 7], target = 9`. The values are JSON, Python literals, or
 * single words, which are strings. The result is JSON text, and each language parses it itself. So a long integer keeps
 * all its digits, and 2.0 stays a float in languages that distinguish it from 2. Values without names belong to the
 * parameters in their order.
 */
export function readFunctionInput(input: string, parameters: readonly string[]): FunctionInput {
  const named = new Map<string, string>();
  const unnamed: string[] = [];
  for (const part of partsOf(input)) {
    const { name, text } = namedValue(part);
    const value = jsonOf(text);
    if (value === undefined) return { error: `The input holds "${shortened(text)}", which is not JSON.` };
    if (name === undefined) unnamed.push(value);
    else if (!parameters.includes(name)) return { error: `The input names "${shortened(name)}", which is no parameter of the function.` };
    else if (named.has(name)) return { error: `The input names "${name}" twice.` };
    else named.set(name, value);
  }
  if (named.size > 0 && unnamed.length > 0) return { error: 'The input gives some values with a name and some without.' };
  const args = named.size > 0 ? parameters.flatMap((name) => named.get(name) ?? []) : unnamed;
  if (args.length === parameters.length) return { args };
  return { error: `The function takes ${parameters.length} values (${parameters.join(', ')}), and the input gives ${args.length}.` };
}

/** Splits a part of an input or output that may name its value, such as `nums = [1, 2]`. */
export function namedValue(part: string): { readonly name: string | undefined; readonly text: string } {
  const [, name, text = part] = NAMED.exec(part.trim()) ?? [];
  return { name, text: text.trim() };
}

function jsonOf(text: string): string | undefined {
  if (isJson(text)) return text;
  return jsonOfLiteral(text, { words: true }) ?? (BARE_WORD.test(text) ? JSON.stringify(text) : undefined);
}

/** Splits the input at commas and line ends that are not inside strings, lists or objects. */
function partsOf(input: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let begin = 0;
  for (let at = 0; at < input.length; at += 1) {
    const sign = input.charAt(at);
    if (sign === '"' || (sign === "'" && BEFORE_TEXT.test(input.slice(Math.max(0, at - 2), at)))) at = endOfString(input, at, sign);
    else if (OPENING.includes(sign)) depth += 1;
    else if (CLOSING.includes(sign)) depth -= 1;
    else if (depth === 0 && (sign === ',' || (sign === '\n' && !input.slice(begin, at).trimEnd().endsWith('=')))) {
      parts.push(input.slice(begin, at));
      begin = at + 1;
    }
  }
  parts.push(input.slice(begin));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The index of the quotation mark that ends the string beginning at `from`. */
function endOfString(input: string, from: number, mark: string): number {
  for (let at = from + 1; at < input.length; at += 1) {
    if (input[at] === '\\') at += 1;
    else if (input[at] === mark) return at;
  }
  return input.length;
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

const IN_PLACE = /\bin[- ]?place\b/i;

/** The function that a question asks for. */
export interface AskedFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The statement of the question. It may say that the function changes its first argument instead of returning a value. */
  readonly statement?: string | null;
}

interface Example {
  readonly input: string;
  /** Null: nothing is expected. */
  readonly output: string | null;
}

/** The call that an example describes, or an error that says what is wrong with its input. */
export function callOfExample(
  { name, parameters, statement }: AskedFunction,
  { input, output }: Example,
): Call | { readonly error: string } {
  const read = readFunctionInput(input, parameters);
  if ('error' in read) return read;
  const named = parameters.indexOf(namedValue(output ?? '').name ?? '');
  const changed = named < 0 && IN_PLACE.test(statement ?? '') ? 0 : named;
  return { name, args: read.args, ...(changed >= 0 && { changed }) };
}
