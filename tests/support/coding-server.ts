import type { CodingQuestion, PageReading, Pages } from '../../src/ports/pages.ts';
import type { CodeOutcome, CodeSubmission, Sandbox } from '../../src/ports/sandbox.ts';
import { questionOfText } from '../../src/providers/pages/reading/question.ts';
import { type ProofServer, startProofServer } from './partner-server.ts';

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

export const CODE_PATH = '/api/verifications/code-by-url';
/** Addresses of questions: two that can be read, and one that cannot. */
export const [TWO, ALSO, LOST] = ['https://example.org/two-sum', 'https://example.org/also', 'https://example.org/lost'] as const;
export const SOLVED = { language: 'javascript', code: 'const twoSum = () => [0, 1];', submit: true };
export const WRONG = { ...SOLVED, code: 'const twoSum = () => [];' };

type Answered = ReturnType<ProofServer['ada']['post']>;

/** A server with pages that need no network, and a sandbox that only compares. */
export interface CodingServer extends ProofServer {
  readonly sandbox: ReturnType<typeof comparingSandbox>;
  add(task: string, urls?: readonly string[]): Answered;
  /** Adds a question. Gives its id. */
  added(task: string, urls?: readonly string[]): Promise<string>;
  put(id: string, body: object, headers?: Readonly<Record<string, string>>): Answered;
}

export async function startCodingServer(): Promise<CodingServer> {
  const sandbox = comparingSandbox();
  const questions = { 'two-sum': TWO_SUM, also: { ...TWO_SUM, title: 'Also' }, open: { ...TWO_SUM, title: 'Open', examples: [] } };
  const server = await startProofServer({ wrap: (app) => ({ ...app, pages: pagesOf(questions), sandbox }) });
  const add: CodingServer['add'] = (task, urls = [TWO]) => server.ada.post(`${CODE_PATH}/${task}`, { urls });
  return {
    ...server,
    sandbox,
    make: (fields = {}) => server.make({ verification_type: 'coding', ...fields }),
    add,
    added: async (task, urls) => (await add(task, urls)).body[0].id,
    put: (id, body, headers = {}) => server.ada.put(`${CODE_PATH}/${id}`, body, headers),
  };
}
