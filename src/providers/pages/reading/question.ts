import { jsonOfLiteral } from '../../../contracts/coding/literal.ts';
import { UNNAMED } from '../../../contracts/coding/unnamed.ts';
import type { CodingQuestion, QuestionExample, QuestionSignature } from '../../../ports/pages.ts';
import { constraintsIn, examplesIn } from './examples.ts';
import { cleaned, type Line, LONGEST_STATEMENT, linesOfText, MOST_EXAMPLES } from './lines.ts';
import { namesIn, signatureIn } from './signature.ts';

/** In characters. */
const LONGEST_TITLE = 200;
/** Of all inputs and outputs together, in characters. An example for which there is no room is left out. */
const ROOM_FOR_EXAMPLES = 100_000;

/** What is known of a question before its lines are searched. */
export interface Known {
  readonly title: string | null;
  readonly statement: string;
  readonly examples?: readonly QuestionExample[] | undefined;
  readonly kind?: CodingQuestion['kind'] | undefined;
  readonly signature?: QuestionSignature | null | undefined;
}

/** A question of which the lines tell what is not known of it. */
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

/** The question in a statement as a person pasted it. The statement stays as it is. */
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

/** A statement often names the arguments in its examples, and the function nowhere. */
function unnamed(examples: readonly QuestionExample[]): QuestionSignature | null {
  const parameters = namesIn(examples);
  return parameters === null ? null : { name: UNNAMED, parameters: [...parameters] };
}

const isValue = (text: string): boolean => jsonOfLiteral(text, { words: false }) !== undefined;

/** Named arguments call a function, and so do single values where a function is declared. Everything else is text that a program reads. */
function kindOf(examples: readonly QuestionExample[], signature: QuestionSignature | null): CodingQuestion['kind'] {
  if (examples.length === 0) return signature === null ? 'stdio' : 'function';
  if (namesIn(examples) !== null) return 'function';
  return signature?.parameters.length === 1 && examples.every(({ input }) => isValue(input)) ? 'function' : 'stdio';
}

/** A single value under the name of the only parameter: `[1, 2]` is `nums = [1, 2]`. */
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
