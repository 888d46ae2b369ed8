import type { QuestionExample, QuestionSignature } from '../../../ports/pages.ts';
import type { Line } from './lines.ts';

const OPENING = '[{(<';
const CLOSING = ']})>';
const QUOTES = '"\'`';

/** Splits a list at the commas that are not in brackets or quotes: `Dict[str, int]` and `"a, b"` stay whole. */
function atCommas(list: string): readonly string[] {
  const pieces: string[] = [];
  let depth = 0;
  let quote: string | null = null;
  let start = 0;
  for (let at = 0; at < list.length; at++) {
    const character = list.charAt(at);
    if (quote !== null) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = null;
    } else if (QUOTES.includes(character)) quote = character;
    else if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character)) depth = Math.max(0, depth - 1);
    else if (character === ',' && depth === 0) {
      pieces.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...pieces, list.slice(start)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

const MOST_LINES = 2_000;
/** Longer lines are no declarations. */
const LONGEST_LINE = 500;
const MOST_PARAMETERS = 20;
const NAME = '[A-Za-z_$][\\w$]{0,80}';
const DECLARATIONS = [
  new RegExp(`^\\s*(?:async )?def (${NAME})\\s?\\(([^()]*)\\)`),
  new RegExp(`^\\s*(?:export )?(?:default )?(?:async )?function ?\\*? ?(${NAME})\\s?\\(([^()]*)\\)`),
  new RegExp(`^\\s*(?:export )?(?:var|let|const) (${NAME}) ?= ?(?:async )?function ?\\(([^()]*)\\)`),
  new RegExp(`^\\s*(?:export )?(?:var|let|const) (${NAME}) ?= ?(?:async )?\\(([^()]*)\\) ?(?::[^=]{1,80})?=>`),
];
/** 'Write a function `twoSum(nums, target)` that …' */
const IN_PROSE = new RegExp(`\\b(?:function|method) (?:called |named )?[\`“"']?(${NAME})\\(([^()]{0,300})\\)`, 'i');
/** Entry points of programs, and methods that every class has. */
const NOT_ASKED_FOR = /^(?:main|__\w+__|constructor)$/;
/** The first parameter of a Python method. */
const RECEIVERS: ReadonlySet<string> = new Set(['self', 'cls']);
const IDENTIFIER = new RegExp(`^${NAME}$`);

/**
 * The function that the question asks for: the first one that is declared in code or named in prose. If the examples
 * name arguments, its parameters must be the same.
 */
export function signatureIn(lines: readonly Line[], examples: readonly QuestionExample[]): QuestionSignature | null {
  const named = namesIn(examples);
  for (const signature of signaturesIn(lines)) {
    const { parameters } = signature;
    if (named === null || (named.length === parameters.length && named.every((name) => parameters.includes(name)))) return signature;
  }
  return null;
}

function* signaturesIn(lines: readonly Line[]): Generator<QuestionSignature> {
  const all = lines.flatMap(({ kind, text }) => text.split('\n', MOST_LINES).map((line) => ({ code: kind === 'code', line })));
  for (const { code, line } of all.slice(0, MOST_LINES)) {
    const patterns = code ? DECLARATIONS : [...DECLARATIONS, IN_PROSE];
    for (const pattern of line.length > LONGEST_LINE ? [] : patterns) {
      const [, name, list] = pattern.exec(line) ?? [];
      const signature = name === undefined ? null : signatureOf(name, list ?? '');
      if (signature !== null) yield signature;
    }
  }
}

/** A name and the list between its brackets, in Python, JavaScript or TypeScript; null if that is not one of parameters. */
export function signatureOf(name: string, list: string): QuestionSignature | null {
  if (NOT_ASKED_FOR.test(name)) return null;
  const parameters = atCommas(list)
    .map(
      (parameter) =>
        parameter
          .split(/[:=?]/, 1)[0]
          ?.replace(/^(?:\.\.\.|\*{1,2})/, '')
          .trim() ?? '',
    )
    .filter((parameter) => !RECEIVERS.has(parameter));
  if (parameters.length > MOST_PARAMETERS || !parameters.every((parameter) => IDENTIFIER.test(parameter))) return null;
  return { name, parameters };
}

const ARGUMENT = new RegExp(`^(${NAME}) ?= ?[^=]`);

/** The names of the arguments if every example names all of them, `nums = [2, 7], target = 9`; otherwise null. */
export function namesIn(examples: readonly QuestionExample[]): readonly string[] | null {
  const named = examples.map(({ input }) => atCommas(input.replaceAll('\n', ',')).map((argument) => ARGUMENT.exec(argument)?.[1]));
  const [first] = named;
  if (first === undefined || !named.every((names) => names.length > 0 && names.every((name) => name !== undefined))) return null;
  return first.filter((name) => name !== undefined);
}
