import { z } from 'zod';
import type { Described } from '../kernel/define-event.ts';

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
