import { foreignConstraints, foreignExamples, foreignLabel } from './vocabulary.ts';

/** What a line says it holds, with what follows on the same line. */
export interface Label {
  readonly field: 'input' | 'output' | 'explanation';
  /** Whether it says that it is a sample, so that text which follows is one too and no description of a format. */
  readonly sample: boolean;
  readonly rest: string;
}

/** No label is longer, in characters; so the patterns below look at so much of a line. */
const LONGEST = 60;
const MARKS = /^[\s>*_`#]{0,12}/;
const LABEL =
  /^(sample |example |test )?(input|output|expected output|expected result|expected|explanation|stdin|stdout)(?: (sample|example|data|file))?(?: ?#?\d{1,3})?(?: ?[*_`]{1,3})? ?(?:[:：]|$)/i;
const EXAMPLES =
  /^(?:worked |sample |test )?(?:examples?|samples?|cases?|tests?|for example|sample input and output)(?: ?#?\d{1,3})?[*_`]{0,3} ?[:：.]?[*_`]{0,3}$/i;
const CONSTRAINTS = /^(?:constraints?|limits|limitations)[*_`]{0,3} ?(?:[:：]|$)/i;
const FIELDS: Readonly<Record<string, Label['field']>> = { input: 'input', stdin: 'input', explanation: 'explanation' };

/** The label with which the line begins, in any marks of Markdown, or null. */
export function labelOf(line: string): Label | null {
  const { plain, marked } = unmarked(line);
  const found = meaningOf(plain.slice(0, LONGEST));
  if (found === null || !endsRight(found.all, plain)) return null;
  const rest = plain.slice(found.all.length).trim();
  return { field: found.field, sample: found.sample, rest: unquoted(marked ? rest.replace(/^[*_]{1,3} ?/, '') : rest) };
}

function meaningOf(beginning: string): (Pick<Label, 'field' | 'sample'> & { readonly all: string }) | null {
  const [all, sampleBefore, name = '', sampleAfter] = LABEL.exec(beginning) ?? [];
  if (all === undefined) {
    const foreign = foreignLabel(beginning);
    return foreign && { ...foreign.value, all: foreign.all };
  }
  const sample = [sampleBefore, sampleAfter].some((word) => /sample|example|test/i.test(word ?? ''));
  return { all, field: FIELDS[name.toLowerCase()] ?? 'output', sample: sample || /^expected/i.test(name) };
}

/** Whether examples begin with this line: 'Example 2:', 'Samples', '**Examples**', '示例 1：'. */
export function announcesExamples(line: string): boolean {
  const { plain } = unmarked(line);
  return plain.length <= LONGEST && (EXAMPLES.test(plain) || foreignExamples(plain)?.all === plain);
}

/** What follows 'Constraints:' on its line, or null if it is another line. */
export function constraintsOf(line: string): string | null {
  const { plain } = unmarked(line);
  const beginning = plain.slice(0, LONGEST);
  const all = CONSTRAINTS.exec(beginning)?.[0] ?? foreignConstraints(beginning)?.all;
  if (all === undefined || !endsRight(all, plain)) return null;
  return plain
    .slice(all.length)
    .replace(/^[*_\s]{0,4}/, '')
    .trim();
}

/** A pattern that ran to the end of the part that was looked at has not seen the end of the line. */
const endsRight = (all: string, plain: string): boolean => all.length < LONGEST || plain.length <= LONGEST;

function unmarked(line: string): { readonly plain: string; readonly marked: boolean } {
  const marks = MARKS.exec(line)?.[0] ?? '';
  return { plain: line.slice(marks.length).trimEnd(), marked: /[*_]/.test(marks) };
}

/** A value in backticks, without them. */
const unquoted = (value: string): string =>
  value.length > 2 && value.startsWith('`') && value.indexOf('`', 1) === value.length - 1 ? value.slice(1, -1) : value;
