import type { CodingQuestion, PageReading, Pages } from '../../src/ports/pages.ts';
import type { CodeOutcome, CodeSubmission, Sandbox } from '../../src/ports/sandbox.ts';
import { questionOfText } from '../../src/providers/pages/reading/question.ts';

export const TWO_SUM: CodingQuestion = {
  title: 'Two Sum',
  statement: 'Find two numbers that add up to the target.',
  examples: [
    { input: 'nums = [2, 7], target = 9', output: '[0, 1]', explanation: 'Both.' },
    { input: 'nums = [3, 3], target = 6', output: '[0, 1]', explanation: null },
  ],
  constraints: ['2 <= nums.length'],
  kind: 'function',
  signature: { name: 'twoSum', parameters: ['nums', 'target'] },
};

/** Pages that are there without a network, by the end of their address. What is not among them cannot be read. */
export function pagesOf(questions: Readonly<Record<string, CodingQuestion>>): Pages {
  const reading = (url: string): PageReading => {
    if (url.includes('127.0.0.1')) return { outcome: 'forbidden', reason: 'It does not lead to the public web.' };
    const question = questions[url.slice(url.lastIndexOf('/') + 1)];
    return question ? { outcome: 'read', question } : { outcome: 'unreadable', reason: 'The site has no page at this address (404).' };
  };
  return { read: async (url) => reading(url), readStatement: questionOfText };
}

/** Code that passes an example is code that contains its output. It is compared, and never run. */
export function comparingSandbox(): Sandbox & { readonly runs: (CodeSubmission & { readonly owner: string })[] } {
  const runs: (CodeSubmission & { readonly owner: string })[] = [];
  return {
    runs,
    async run(owner, submission) {
      runs.push({ owner, ...submission });
      const results = submission.examples.map(({ input, output: expected }) => {
        const passed = submission.code.includes(expected);
        return { input, expected, actual: passed ? expected : 'null', passed, output: 'printed', ms: 1, error: null };
      });
      const passed = results.filter((one) => one.passed).length;
      const outcome: CodeOutcome = {
        status: passed === results.length ? 'passed' : 'failed',
        results,
        passed,
        total: results.length,
        ms: 2,
      };
      return outcome;
    },
    close: async () => undefined,
  };
}
