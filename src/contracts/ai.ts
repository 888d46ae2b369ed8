import { z } from 'zod';
import { line } from './text.ts';
import { givenDate, instant } from './time.ts';

/**
 * AI usage is counted by these modules. Solutions count as `coding`, feedback on designs as `system_design`, posts as
 * `general`.
 */
export const AI_MODULES = ['email', 'coding', 'system_design', 'general', 'assist'] as const;
export type AiModule = (typeof AI_MODULES)[number];

const ASSIST_KINDS = ['split', 'estimate', 'prioritise'] as const;

const count = z.object({
  used: z.number().int().meta({ description: 'Of the whole allowance: by all modules, also where one is asked for.' }),
  limit: z.number().int().nullable().meta({ description: 'Null: there is no limit. 0: the plan, or the missing key, gives none.' }),
});

export const aiUsageQuery = z.strictObject({
  module: z
    .enum(AI_MODULES, { error: `One of ${AI_MODULES.join(', ')}.` })
    .optional()
    .meta({ description: 'Lists this module alone. What was used of the allowance stays the whole.' }),
});

export const aiUsage = z.object({
  period: z.object({ from: givenDate, to: givenDate }).meta({ description: "A calendar month in the owner's zone, both dates included." }),
  plan: z.string().meta({ description: 'The id of the plan.' }),
  key: z.enum(['operator', 'own', 'none']).meta({ description: 'Whose key is used. `none`: the rubric and plain statistics answer.' }),
  mini: count,
  premium: count,
  modules: z
    .array(z.object({ module: z.enum(AI_MODULES), mini: z.number().int(), premium: z.number().int() }))
    .meta({ description: 'What was used for what: every module, or the one asked for.' }),
  renews_at: instant.meta({ description: 'The start of the next month.' }),
});
export type AiUsage = z.infer<typeof aiUsage>;

/** Every field is null if the owner has no key. */
export const aiKey = z.object({
  key: z.string().nullable().meta({ description: 'Masked, such as `sk-…abcd`.' }),
  url: z.string().nullable().meta({ description: 'Null: the address that the operator has set.' }),
  model: z.string().nullable().meta({ description: 'Null: the mini model that the operator has set.' }),
  checked_at: instant.nullable().meta({ description: 'When a call with it succeeded.' }),
});
export type AiKey = z.infer<typeof aiKey>;

const VISIBLE = /^[\x21-\x7e]+$/;
/** The pattern for the API document. It allows spaces around the key, which are trimmed. */
const AS_VISIBLE = '^\\s*[!-~]+\\s*$';
const url = line(2_048)
  .refine((value) => isBareAddress(value), {
    error: 'An address such as https://openrouter.ai/api/v1, without a user, a query and a fragment.',
  })
  .meta({ format: 'uri', pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:', maxLength: 2_048 });

function isBareAddress(value: string): boolean {
  const parsed = URL.parse(value);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return false;
  return parsed.username === '' && parsed.password === '' && parsed.search === '' && parsed.hash === '';
}

export const aiKeyBody = z
  .strictObject({
    key: line(2_000, 'Enter the key.')
      .refine((value) => VISIBLE.test(value), { error: 'A key holds visible ASCII characters only.' })
      .meta({ pattern: AS_VISIBLE }),
    url: url
      .nullish()
      .meta({ description: 'An OpenAI-compatible API on the public network. Left out or null: the one that the operator has set.' }),
    model: line(200)
      .refine((value) => VISIBLE.test(value), { error: "A model's name, such as openai/gpt-4o-mini." })
      .meta({ pattern: AS_VISIBLE })
      .nullish()
      .meta({ description: 'Left out or null: the mini model that the operator has set.' }),
  })
  .meta({ examples: [{ key: 'sk-0123456789abcdef' }] });
export type NewAiKey = z.input<typeof aiKeyBody>;

const id = z.string({ error: 'An id.' }).min(1, { error: 'An id.' }).max(100, { error: 'An id.' });

export const assistBody = z
  .strictObject({
    kind: z.enum(ASSIST_KINDS, { error: `One of ${ASSIST_KINDS.join(', ')}.` }),
    task_id: id.nullish().meta({ description: 'The task that is split or estimated. Not with `prioritise`, which is about today.' }),
  })
  .refine(({ kind, task_id }) => kind === 'prioritise' || typeof task_id === 'string', {
    error: 'Say which task.',
    path: ['task_id'],
  })
  .refine(({ kind, task_id }) => kind !== 'prioritise' || typeof task_id !== 'string', {
    error: 'Today is put in order as a whole. Leave this out.',
    path: ['task_id'],
  })
  .meta({ examples: [{ kind: 'prioritise' }] });
export type AssistRequest = z.input<typeof assistBody>;

const splitSuggestion = z.object({
  title: z.string(),
  estimate_minutes: z.number().int().nullable(),
  reason: z.string().nullable(),
});

const pastTask = z.object({
  task_id: z.string(),
  title: z.string(),
  completed_on: givenDate.meta({ description: "In the owner's zone." }),
  estimate_minutes: z.number().int().nullable().meta({ description: 'What was estimated then.' }),
  similar: z.boolean().meta({ description: 'It shares a word of its title, a tag or its routine with the task.' }),
});

/** An estimate, with the owner's past tasks on which it is based. */
const estimateSuggestion = z.object({
  minutes: z.number().int(),
  reason: z.string(),
  history: z.object({
    count: z.number().int().meta({ description: 'How many completed tasks with an estimate it rests on.' }),
    median_minutes: z.number().int().nullable(),
    shortest_minutes: z.number().int().nullable(),
    longest_minutes: z.number().int().nullable(),
    tasks: z.array(pastTask).meta({ description: 'Some of them, newest first.' }),
  }),
});

/** A task of today, at its place in the suggested order. */
const prioritySuggestion = z.object({
  task_id: z.string(),
  title: z.string(),
  reason: z.string(),
});

export const assistance = z.object({
  kind: z.enum(ASSIST_KINDS),
  suggestions: z.array(z.union([splitSuggestion, estimateSuggestion, prioritySuggestion])).meta({
    description: 'Of `split` sub-tasks in their order, of `estimate` one, of `prioritise` the tasks of today, the first one first.',
  }),
  model: z.string().nullable().meta({ description: 'Null: plain statistics and the rubric answered.' }),
  used: z.number().int().meta({ description: 'How many uses of the allowance this took: 0 or 1.' }),
  note: z.string().nullable().meta({ description: 'Why no AI answered.' }),
});
export type Assistance = z.infer<typeof assistance>;
