import type { QuestionExample } from '../../../ports/pages.ts';
import { announcesExamples, constraintsOf, type Label, labelOf } from './labels.ts';
import { type Line, MOST_EXAMPLES, withoutEmptyEnds, withoutIndent } from './lines.ts';

/** The longest explanation, in characters. */
const LONGEST_EXPLANATION = 2_000;

/** The examples among the lines: labelled 'Input', 'Output' and 'Explanation' in text, before blocks of code, or within one. */
export function examplesIn(lines: readonly Line[]): readonly QuestionExample[] {
  const finder = new ExampleFinder();
  for (const line of lines) finder.take(line);
  return finder.end();
}

/** A label whose value is being read. */
interface Open {
  readonly field: Label['field'];
  readonly sample: boolean;
  /** Whether the label is a title. If it is, its value continues until the next title. */
  readonly heading: boolean;
}

class ExampleFinder {
  readonly #found: QuestionExample[] = [];
  #values: Partial<Record<Label['field'], string>> = {};
  #open: Open | null = null;
  /** Whether the lines are under a title such as 'Examples'. */
  #sample = false;

  take(line: Line): void {
    const label = line.kind === 'code' ? null : labelOf(line.text);
    if (line.kind === 'code') this.#code(line.text);
    else if (label !== null) this.#label(label, line.kind === 'heading');
    else if (announcesExamples(line.text)) this.#section(true);
    else if (line.kind === 'heading' || constraintsOf(line.text) !== null) this.#section(false);
    else this.#text(line);
  }

  end(): readonly QuestionExample[] {
    this.#keep();
    return this.#found;
  }

  #section(sample: boolean): void {
    this.#keep();
    this.#open = null;
    this.#sample = sample;
  }

  #label({ field, sample, rest }: Label, heading: boolean): void {
    // A heading 'Input' that does not say 'sample' describes the format, unless examples were announced right before.
    if (heading && sample) this.#sample = true;
    if (field === 'input') this.#keep();
    this.#open = { field, sample: sample || this.#sample, heading };
    if (rest === '') return;
    if (this.#open.sample || !isProse(rest) || field === 'explanation') this.#values[field] = rest;
    else this.#open = null;
  }

  #text({ text, first }: Line): void {
    if (this.#open === null) return;
    const { field, sample } = this.#open;
    const value = this.#values[field];
    // Without the word 'sample' and without code, text after a label describes what the input is like.
    if (value === undefined && (sample || field === 'explanation')) this.#values[field] = text;
    else if (value === undefined || first) this.#open = null;
    else this.#values[field] = `${value}\n${text}`;
  }

  #code(text: string): void {
    if (this.#open?.field === 'explanation') return;
    if (this.#open !== null) {
      const { field, sample, heading } = this.#open;
      this.#values[field] = withoutEmptyEnds(text);
      // Under the title of a sample output, the text after the block explains it.
      this.#open = field === 'output' && sample && heading ? { field: 'explanation', sample, heading } : null;
      return;
    }
    const lines = text.split('\n');
    const fields = new Set(lines.map((line) => labelOf(line)?.field));
    if (!fields.has('input') || !fields.has('output')) return;
    const before = this.#sample;
    this.#section(true);
    for (const line of lines) this.take({ kind: 'text', text: line, first: false });
    this.#section(before);
  }

  #keep(): void {
    const { input, output, explanation } = this.#values;
    this.#values = {};
    if (input === undefined || output === undefined || this.#found.length === MOST_EXAMPLES) return;
    this.#found.push({
      input: plain(input).replaceAll(ARRAY, '$1 ='),
      output: plain(output),
      explanation: explanation === undefined ? null : plain(explanation).slice(0, LONGEST_EXPLANATION).toWellFormed(),
    });
  }
}

/** Some sites write `arr[] = [1, 2]`, as C declares an array. */
const ARRAY = /\b([A-Za-z_]\w{0,80})(?:\[\]){1,2} ?=/g;

/** Editors insert non-breaking spaces, which no program can read as input. */
const plain = (value: string): string => withoutIndent(withoutEmptyEnds(value.replaceAll('\u00a0', ' ')));

const MOST_WORDS = 40;

/** Whether a text reads as a sentence ('The first line contains an integer n.') and not as a value. */
function isProse(text: string): boolean {
  const words = text.split(' ', MOST_WORDS);
  const plainWords = words.filter((word) => /^[A-Za-z’'-]+[,.;:]?$/.test(word));
  return words.length >= 4 && plainWords.length >= words.length * 0.7 && !/^["'[{\d-]/.test(text);
}

const MOST_CONSTRAINTS = 50;
/** The longest constraint, in characters. */
const LONGEST_CONSTRAINT = 500;

/** The lines or list items under 'Constraints'. */
export function constraintsIn(lines: readonly Line[]): readonly string[] {
  const found: string[] = [];
  let within = false;
  for (const line of lines) {
    const begins = line.kind === 'code' ? null : constraintsOf(line.text);
    if (begins !== null) {
      within = true;
      if (begins !== '') found.push(begins);
    } else if (within && endsConstraints(line, found.length > 0)) within = false;
    else if (within) found.push(...line.text.split('\n'));
  }
  return found
    .map((constraint) => withoutMarks(constraint).slice(0, LONGEST_CONSTRAINT).toWellFormed())
    .filter((constraint) => constraint !== '')
    .slice(0, MOST_CONSTRAINTS);
}

/** The list ends at the next title or label, or at a new paragraph once it has some entries. */
function endsConstraints({ kind, text, first }: Line, some: boolean): boolean {
  if (kind === 'item' || kind === 'code') return kind === 'code' && some;
  return kind === 'heading' || labelOf(text) !== null || announcesExamples(text) || (first && some);
}

/** Markdown's marks around code, which a line of text does not need. */
const withoutMarks = (text: string): string => text.replaceAll('`', '').trim();
