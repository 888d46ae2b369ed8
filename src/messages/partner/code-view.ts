import type { CodeTask } from '../../contracts/code-task.ts';
import { plural } from '../../reports/model/words.ts';
import type { Markdown } from './markdown.ts';

/** A coding question and the best attempt at it, in the texts of the page. */
export interface CodeView {
  readonly title: string;
  readonly url: string;
  /** As HTML. */
  readonly statement: string | null;
  readonly language: string;
  readonly code: string;
  /** 'Passed 3 of 4 examples.' */
  readonly result: string;
  /** What somebody who judges has to know: what the owner changed. */
  readonly warnings: readonly string[];
  readonly examples: readonly ExampleView[];
}

export interface ExampleView {
  readonly name: string;
  readonly input: string;
  readonly expected: string;
  /** What came out, or the error. */
  readonly actual: string;
}

const LANGUAGES = { javascript: 'JavaScript', typescript: 'TypeScript', python: 'Python' } as const;

/** Null: nothing was submitted. */
export function codeView({ title, url, statement, examples, pasted, best }: CodeTask, markdown: Markdown): CodeView | null {
  if (best === null) return null;
  const edited = examples.filter((example) => example.edited).length;
  return {
    title: title ?? 'Coding question',
    url,
    statement: statement && markdown(statement),
    language: LANGUAGES[best.language],
    code: best.code,
    result:
      best.total === 0
        ? 'There are no examples to run it against.'
        : `The sandbox ran it: ${best.passed} of ${plural(best.total, 'example')} passed.`,
    warnings: [
      ...(edited > 0 ? [`${plural(edited, 'example was', 'examples were')} written or changed by the owner.`] : []),
      ...(pasted ? ['The statement was pasted by the owner; it is not from the page.'] : []),
    ],
    examples: best.results.map(({ input, expected, actual, passed, error }, index) => ({
      name: `Example ${index + 1}: ${passed ? 'passed' : 'failed'}${examples[index]?.edited ? ', changed by the owner' : ''}`,
      input,
      expected,
      actual: error ?? actual ?? 'nothing',
    })),
  };
}
