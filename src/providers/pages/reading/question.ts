import { jsonOfLiteral } from '../../../contracts/coding/literal.ts';
import { UNNAMED } from '../../../contracts/coding/unnamed.ts';
import type { CodingQuestion, QuestionExample, QuestionSignature } from '../../../ports/pages.ts';
import { constraintsIn, examplesIn } from './examples.ts';
import { cleaned, type Line, LONGEST_STATEMENT, linesOfText, MOST_EXAMPLES } from './lines.ts';
import { namesIn, signatureIn } from './signature.ts';

/** In characters. */
const LONGEST_TITLE = 200;
/** The limit for all inputs and outputs together, in characters. Examples beyond it are left out. */
const ROOM_FOR_EXAMPLES = 100_000;

/** What is known about a question before its lines are searched. */
export interface Known {
  readonly title: string | null;
  readonly statement: string;
  readonly examples?: readonly QuestionExample[] | undefined;
  readonly kind?: CodingQuestion['kind'] | undefined;
  readonly signature?: QuestionSignature | null | undefined;
}

/** Makes a question from what is known, and finds the rest in the lines. */
export function questionOf(known: Known, lines: readonly Line[]): CodingQuestion {
  const found = withinRoom(known.examples?.length ? known.examples : examplesIn(lines));
  const signature = known.signature ?? (known.kind === 'stdio' ? null : (signatureIn(lines, found) ?? unnamed(found)));
  const kind = known.kind ?? kindOf(found, signature);
  return {
    title: titleOf(known.title),
    statement: known.statement,
    examples: kind === 'function' ? named(found, signature) : found,
    constraints: constraintsIn(lines),
    kind,
    signature: kind === 'function' ? signature : null,
  };
}

/** Reads the question in a pasted statement. The statement stays unchanged. */
export function questionOfText(text: string): CodingQuestion {
  const statement = cleaned(text.slice(0, LONGEST_STATEMENT)).trim();
  const lines = linesOfText(statement);
  return questionOf({ title: lines.find(({ kind }) => kind === 'heading')?.text ?? null, statement }, lines);
}

function withinRoom(examples: readonly QuestionExample[]): readonly QuestionExample[] {
  let room = ROOM_FOR_EXAMPLES;
  const fitting = examples.filter(({ input, output }) => {
    const size = input.length + output.length;
    if (size > room) return false;
    room -= size;
    return true;
  });
  return fitting.slice(0, MOST_EXAMPLES);
}

/** A statement often names the arguments in its examples, but not the function. */
function unnamed(examples: readonly QuestionExample[]): QuestionSignature | null {
  const parameters = namesIn(examples);
  return parameters === null ? null : { name: UNNAMED, parameters: [...parameters] };
}

const isValue = (text: string): boolean => jsonOfLiteral(text, { words: false }) !== undefined;

/**
 * Named arguments mean a function, and so do single values if a function is declared. In all other cases a program
 * reads the input as text.
 */
function kindOf(examples: readonly QuestionExample[], signature: QuestionSignature | null): CodingQuestion['kind'] {
  if (examples.length === 0) return signature === null ? 'stdio' : 'function';
  if (namesIn(examples) !== null) return 'function';
  return signature?.parameters.length === 1 && examples.every(({ input }) => isValue(input)) ? 'function' : 'stdio';
}

/** Names a single value after the only parameter: `[1, 2]` becomes `nums = [1, 2]`. */
function named(examples: readonly QuestionExample[], signature: QuestionSignature | null): readonly QuestionExample[] {
  const [only, ...others] = signature?.parameters ?? [];
  if (only === undefined || others.length > 0) return examples;
  return examples.map((example) => (isValue(example.input) ? { ...example, input: `${only} = ${example.input}` } : example));
}

function titleOf(title: string | null): string | null {
  const line = cleaned((title ?? '').slice(0, 4 * LONGEST_TITLE))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line === '' ? null : line.slice(0, LONGEST_TITLE).toWellFormed();
}
