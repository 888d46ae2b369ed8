import { z } from 'zod';
import { address } from './proof.ts';
import { line, longText } from './text.ts';
import { instant } from './time.ts';

const CODE_LANGUAGES = ['javascript', 'typescript', 'python'] as const;
const ATTEMPT_STATUSES = ['passed', 'failed', 'error', 'timeout', 'memory'] as const;
const CODE_TASK_STATUSES = ['ready', 'needs_statement', 'attempted', 'completed'] as const;
const KINDS = ['function', 'stdio'] as const;

/** The number of pages that are fetched at the same time. */
const MOST_URLS = 5;
const MOST_EXAMPLES = 50;
const EXAMPLES_CHARACTERS = 100_000;
/** In bytes of UTF-8. */
const CODE_BYTES = 65_536;

const exampleResult = z.object({
  input: z.string(),
  expected: z.string(),
  actual: z.string().nullable().meta({ description: 'What came out: JSON of a function, text of a program. Null: nothing did.' }),
  passed: z.boolean(),
  output: z.string().meta({ description: 'Everything that was printed.' }),
  ms: z.number().meta({ description: 'Processor time.' }),
  error: z.string().nullable(),
});

export const codeAttempt = z.object({
  id: z.string(),
  at: instant,
  language: z.enum(CODE_LANGUAGES),
  code: z.string(),
  status: z.enum(ATTEMPT_STATUSES).meta({ description: 'What became of the first example that did not pass; or passed.' }),
  results: z.array(exampleResult).meta({ description: 'In the order of the examples.' }),
  passed: z.number().int().meta({ description: 'How many examples passed.' }),
  total: z.number().int(),
  ms: z.number().meta({ description: 'Processor time of all examples, in milliseconds.' }),
});
export type CodeAttempt = z.infer<typeof codeAttempt>;

const signature = z.object({ name: z.string(), parameters: z.array(z.string()) });

export const codeTask = z.object({
  id: z.string(),
  task_id: z.string(),
  url: z.string(),
  title: z.string().nullable(),
  statement: z.string().nullable().meta({ description: 'Markdown. Null: the page could not be read, and the statement has to be pasted.' }),
  examples: z.array(
    z.object({
      input: z.string().meta({ description: 'Standard input, or the arguments of the function: `nums = [2, 7], target = 9`.' }),
      output: z.string().meta({
        description: 'Text, or what the function returns: JSON, a literal of Python, or a word. `nums = [1, 2]` names a changed argument.',
      }),
      explanation: z.string().nullable(),
      edited: z.boolean().meta({ description: 'The owner wrote it; it is not as the question has it.' }),
    }),
  ),
  examples_found: z.number().int().meta({ description: 'How many examples the page or the pasted statement had.' }),
  constraints: z.array(z.string()),
  kind: z.enum(KINDS).meta({ description: 'Whether a function is called, or a program reads and prints text.' }),
  signature: signature.nullable(),
  pasted: z.boolean().meta({ description: 'The statement was pasted by the owner; it is not from the page.' }),
  status: z.enum(CODE_TASK_STATUSES),
  error: z.string().nullable().meta({ description: 'Why the page could not be read.' }),
  attempts: z.number().int().meta({ description: 'How many were submitted.' }),
  best: codeAttempt.nullable(),
  created_at: instant,
});
export type CodeTask = z.infer<typeof codeTask>;

export const codeAttempted = z.object({ status: z.enum(CODE_TASK_STATUSES), attempt: codeAttempt, code_task: codeTask });

export type CodeAttempted = z.infer<typeof codeAttempted>;

export const codeStatus = z.object({ completed: z.boolean(), status: z.enum(CODE_TASK_STATUSES), attempts: z.number().int() });
export type CodeStatus = z.infer<typeof codeStatus>;

export const addQuestionsBody = z.strictObject({
  urls: z
    .array(address, { error: 'A list of addresses.' })
    .min(1, { error: 'Give at least one address.' })
    .max(MOST_URLS, { error: `At most ${MOST_URLS} addresses at once.` })
    .meta({ examples: [['https://example.org/problems/two-sum']] }),
});

const NAME = /^[A-Za-z_$][\w$]*$/;
const name = line(100)
  .refine((value) => NAME.test(value), { error: 'A name as programs have it: letters, digits and _.' })
  .meta({ pattern: '^[A-Za-z_$][A-Za-z0-9_$]*$' });
const text = longText(EXAMPLES_CHARACTERS);
const examples = z
  .array(
    z.strictObject({
      input: text,
      output: text,
      explanation: longText(10_000).nullish(),
      edited: z.boolean().optional().meta({ description: 'As it was read; it is found out anew.' }),
    }),
    { error: 'A list of examples.' },
  )
  .max(MOST_EXAMPLES, { error: `At most ${MOST_EXAMPLES} examples.` })
  .refine((list) => list.reduce((sum, { input, output }) => sum + input.length + output.length, 0) <= EXAMPLES_CHARACTERS, {
    error: 'The examples hold at most 100,000 characters together.',
  });

const RUN = ['language', 'code', 'submit'] as const;
const EDIT = ['title', 'statement', 'examples', 'kind', 'signature'] as const;

const has = (body: object, names: readonly string[]): boolean => names.some((one) => Reflect.get(body, one) !== undefined);
const always = () => true;
const isRun = (body: object): boolean => typeof body === 'object' && body !== null && has(body, RUN);

const CODE_DESCRIPTION =
  'A function, or a program that reads standard input: in JavaScript with `readline()`, `require("fs").readFileSync(0, "utf8")`, ' +
  '`process.stdin` or the module `readline`, in Python with `input()` or `sys.stdin`. docs/submitted-code.md lists every way that ' +
  'is supported, and the modules that there are.';

const bytesOf = (value: string): number => new TextEncoder().encode(value).length;

/** Either changes the question or runs code on its examples. */
export const changeCodeTaskBody = z
  .strictObject({
    title: line(200).nullish(),
    statement: longText(50_000).optional(),
    examples: examples.optional(),
    kind: z.enum(KINDS, { error: 'One of function, stdio.' }).optional(),
    signature: z
      .strictObject({
        name,
        parameters: z.array(name, { error: 'A list of names.' }).max(20, { error: 'At most 20 parameters.' }),
      })
      .nullish(),
    language: z.enum(CODE_LANGUAGES, { error: `One of ${CODE_LANGUAGES.join(', ')}.` }).optional(),
    code: longText(CODE_BYTES)
      .refine((value) => bytesOf(value) <= CODE_BYTES, { error: 'The code may take at most 64 KB.' })
      .meta({ description: CODE_DESCRIPTION })
      .optional(),
    submit: z.boolean({ error: 'true or false.' }).optional(),
  })
  .refine((body) => !isRun(body) || body.language !== undefined, {
    error: `One of ${CODE_LANGUAGES.join(', ')}.`,
    path: ['language'],
    when: always,
  })
  .refine((body) => !isRun(body) || body.code !== undefined, { error: 'This is required.', path: ['code'], when: always })
  .refine((body) => !isRun(body) || !has(body, EDIT), {
    error: 'Change the question first, and then run code on it.',
    path: ['code'],
    when: always,
  })
  .meta({
    dependentRequired: { language: ['code'], code: ['language'], submit: ['language', 'code'] },
    examples: [{ language: 'javascript', code: 'console.log(1)', submit: false }],
  });

type Change = z.input<typeof changeCodeTaskBody>;
export type QuestionEdits = Pick<Change, (typeof EDIT)[number]>;
export type CodeRun = Required<Pick<Change, (typeof RUN)[number]>>;
