import { z } from 'zod';
import { count, type Described, defineEvent, defineStream, type EventOf, id } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

export const CODE_LANGUAGES = ['javascript', 'typescript', 'python'] as const;
export const CODE_STATUSES = ['passed', 'failed', 'error', 'timeout', 'memory'] as const;
export const CODE_KINDS = ['function', 'stdio'] as const;

const example = z.strictObject({
  input: z.string().describe('What the program reads, or the arguments of the function.'),
  output: z.string().describe('What is expected.'),
  explanation: z.string().nullable().describe('Why, as the question says.'),
  edited: z.boolean().describe('The owner wrote it; it is not as the question has it.'),
});
export type KeptExample = Described<typeof example>;

const signature = z.strictObject({
  name: z.string().describe('The name of the function.'),
  parameters: z.array(z.string()).describe('The names of its parameters, in their order.'),
});

/** Events always contain all texts of a question, not only those that changed. */
export const questionTexts = z.strictObject({
  url: z.string().describe('Where the question is.'),
  title: z.string().nullable().describe('What it is called.'),
  statement: z.string().nullable().describe('What is to be solved, as Markdown; null: the page could not be read.'),
  examples: z.array(example).describe('What the code is run on.'),
  constraints: z.array(z.string()).describe('What can be relied on.'),
  signature: signature.nullable().describe('The function to write; null: a program that reads and prints.'),
  error: z.string().nullable().describe('Why the page could not be read.'),
});
export type QuestionTexts = Described<typeof questionTexts>;

const result = z.strictObject({
  actual: z.string().nullable().describe('What came out; null: nothing did.'),
  passed: z.boolean().describe('It is what was expected.'),
  output: z.string().nullable().describe('What was printed; null: the same as `actual`.'),
  ms: z.number().describe('Processor time in milliseconds.'),
  error: z.string().nullable().describe('Why nothing came out, or what is wrong with it.'),
});
export type KeptResult = Described<typeof result>;

export const attemptTexts = z.strictObject({
  code: z.string().describe('The code.'),
  results: z.array(result).describe('One result for each example of the question, in their order.'),
});
export type AttemptTexts = Described<typeof attemptTexts>;

const NAMES: Readonly<Record<(typeof CODE_LANGUAGES)[number], string>> = {
  javascript: 'JavaScript',
  typescript: 'TypeScript',
  python: 'Python',
};

interface Attempted {
  readonly language: (typeof CODE_LANGUAGES)[number];
  readonly passed: number;
  readonly total: number;
}

export function attemptSentence({ language, passed, total }: Attempted): string {
  if (total === 0) return `${NAMES[language]}; there were no examples to run it on.`;
  if (passed === total) return `${NAMES[language]}; ${total === 1 ? 'the only example' : `all ${total} examples`} passed.`;
  return `${NAMES[language]}; ${passed} of ${total} examples passed.`;
}

const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const COMMON = { since: '0.1.0', history: 'verifications' } as const;

const question = {
  kind: z.enum(CODE_KINDS).describe('Whether a function is called, or a program reads and prints text.'),
  stated: z.boolean().describe('There is a statement.'),
  pasted: z.boolean().describe('The owner pasted the statement; it is not from the page.'),
  examples: count.describe('How many examples there are.'),
  found: count.describe('How many examples the page or the pasted statement had.'),
  edited: count.describe('How many of the examples the owner wrote.'),
};
const EXAMPLE_TEXTS = {
  url: 'https://example.org/problems/two-sum',
  title: 'Two Sum',
  statement: 'Find two numbers that add up to the target.',
  examples: [{ input: 'nums = [2, 7, 11], target = 9', output: '[0, 1]', explanation: null, edited: false }],
  constraints: ['2 <= nums.length'],
  signature: { name: 'twoSum', parameters: ['nums', 'target'] },
  error: null,
};
const EXAMPLE_QUESTION = { kind: 'function', stated: true, pasted: false, examples: 1, found: 1, edited: 0 } as const;

export const CodeTaskAdded = defineEvent({
  ...COMMON,
  type: 'CodeTaskAdded',
  startsStream: true,
  publicName: 'code_task.added',
  label: 'Coding question added:',
  meaning: 'The owner named the page of a coding question that is to be solved for a task.',
  data: z.strictObject({
    task_id: id.describe('The task that it belongs to.'),
    place: count.describe('Its place among the questions that were named at once, from 0.'),
    ...question,
  }),
  private: questionTexts,
  example: { data: { task_id: TASK, place: 0, ...EXAMPLE_QUESTION }, private: EXAMPLE_TEXTS },
  detail: ({ data }) => (data.stated ? null : 'Its page could not be read.'),
  changes: ({ task_id, kind }, { private: texts }) => ({
    after: { task_id, kind },
    ...(texts !== null && { sealedAfter: { title: texts, url: texts } }),
  }),
});

export const CodeTaskEdited = defineEvent({
  ...COMMON,
  type: 'CodeTaskEdited',
  publicName: 'code_task.edited',
  label: 'Coding question edited',
  meaning: 'The owner changed a coding question before the first attempt: pasted its statement, for example, or changed its examples.',
  data: z.strictObject(question),
  private: questionTexts,
  example: { data: { ...EXAMPLE_QUESTION, edited: 1 }, private: EXAMPLE_TEXTS },
  detail: ({ data }) => (data.edited === 0 ? null : `${data.edited} of its ${data.examples} examples are the owner’s own.`),
  changes: ({ kind }, { private: texts }) => ({
    after: { kind },
    ...(texts !== null && { sealedAfter: { title: texts } }),
  }),
});

export const CodeAttempted = defineEvent({
  ...COMMON,
  type: 'CodeAttempted',
  publicName: 'code_task.attempted',
  label: 'Code submitted',
  meaning: 'The owner submitted code for a coding question, and it was run on all examples.',
  data: z.strictObject({
    attempt_id: id.describe('The attempt.'),
    task_id: id.describe('The task that the question belongs to.'),
    language: z.enum(CODE_LANGUAGES).describe('The language of the code.'),
    status: z.enum(CODE_STATUSES).describe('What became of the first example that did not pass; or `passed`.'),
    passed: count.describe('How many examples passed.'),
    total: count.describe('How many examples there are. Where there are none, nobody has run the code.'),
    ms: z.number().describe('Processor time of all examples, in milliseconds.'),
  }),
  private: attemptTexts,
  example: {
    data: {
      attempt_id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b05',
      task_id: TASK,
      language: 'javascript',
      status: 'passed',
      passed: 1,
      total: 1,
      ms: 0.4,
    },
    private: {
      code: 'const twoSum = (nums, target) => [0, 1];',
      results: [{ actual: '[0,1]', passed: true, output: '', ms: 0.4, error: null }],
    },
  },
  detail: ({ data }) => attemptSentence(data),
  changes: ({ task_id, language, status, passed, total }) => ({ after: { task_id, language, status, passed, total } }),
});

export const CodeTaskRemoved = defineEvent({
  ...COMMON,
  type: 'CodeTaskRemoved',
  publicName: 'code_task.removed',
  label: 'Coding question removed',
  meaning: 'The owner took a coding question away, for which no code had been submitted.',
  data: z.strictObject({ task_id: id.describe('The task that it belonged to.') }),
  example: { data: { task_id: TASK } },
  changes: ({ task_id }) => ({ before: { task_id } }),
});

export const CODE_EVENTS = [CodeTaskAdded, CodeTaskEdited, CodeTaskRemoved, CodeAttempted] as const;
export type CodeEvent = EventOf<(typeof CODE_EVENTS)[number]>;
export type RecordedCodeEvent = RecordedOf<CodeEvent>;

export const codeStream = defineStream('code_task');
