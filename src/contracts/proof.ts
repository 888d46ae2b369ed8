import { z } from 'zod';
import { changeKind } from './connection.ts';
import { file } from './file.ts';
import { VERIFICATION_STATES, VERIFICATION_TYPES } from './task.ts';
import { line, longText } from './text.ts';
import { instant } from './time.ts';

const REVIEWERS = ['check', 'partner', 'ai', 'rubric', 'self'] as const;
export const DECIDED_STATES = ['verified', 'rejected', 'expired'] as const;
export type DecidedState = (typeof DECIDED_STATES)[number];

export const review = z.object({
  id: z.string(),
  at: instant,
  judge: z.object({
    kind: z.enum(REVIEWERS),
    name: z.string().nullable().meta({ description: 'The partner, the model, the way of the check; null where nobody can be named.' }),
  }),
  verdict: z.enum(['accepted', 'rejected', 'comment']),
  score: z.number().min(0).max(100).nullable(),
  criteria: z.array(z.object({ name: z.string(), score: z.number(), comment: z.string() })),
  comment: z.string().nullable(),
  model: z.string().nullable(),
  prompt_version: z.string().nullable(),
  seen: z
    .array(z.object({ file: z.string(), as: z.enum(['whole', 'beginning', 'name']) }))
    .nullable()
    .meta({ description: 'How much an AI or the rubric was given of each file; null: another judge, or not recorded.' }),
});

const commit = z.object({
  url: z.string(),
  kind: changeKind.meta({ description: 'A pull request or a review can stand among the commits.' }),
  sha: z.string().nullable(),
  repository: z.string().nullable(),
  author: z.string().nullable(),
  committed_at: instant
    .nullable()
    .meta({ description: 'Of a commit the author’s date, as the commit says; of the others when they were made, as GitHub says.' }),
  pushed_at: instant.nullable().meta({ description: 'When a commit reached GitHub, as GitHub says; null where that is not known.' }),
  message: z.string().nullable(),
  read_at: instant.nullable().meta({ description: 'When it was looked up; null: nobody has looked.' }),
  confirmed: z.boolean().nullable().meta({ description: 'Null: nobody could look.' }),
  note: z.string().nullable(),
});

const diagram = z.object({ mermaid: z.string().nullable(), file: z.string().nullable() });
export const design = z.object({
  requirements: z.string(),
  estimates: z.string(),
  components: z.string(),
  trade_offs: z.string(),
  diagram: diagram.nullable(),
});

const submission = z.object({
  id: z.string(),
  at: instant,
  text: z.string().nullable(),
  links: z.array(z.string()),
  files: z.array(file),
  commits: z.array(commit),
  design: design.nullable(),
  email_task_id: z.string().nullable(),
  code_task_id: z.string().nullable(),
  state: z.enum(['in_review', 'accepted', 'rejected', 'withdrawn']),
  reviews: z.array(review),
});

export const verification = z.object({
  id: z.string().meta({ description: 'The id of its task.' }),
  task_id: z.string(),
  task_title: z.string(),
  type: z.enum(VERIFICATION_TYPES),
  state: z.enum(VERIFICATION_STATES),
  requirement: z.string().nullable(),
  due_at: instant.nullable(),
  proof_due_at: instant.nullable(),
  judge: z.enum(['check', 'partner', 'ai', 'self']).meta({ description: 'Who decides as things stand; once it is decided, who did.' }),
  partner: z.string().nullable().meta({ description: 'The name of that partner, where `judge` is `partner`.' }),
  submissions: z.array(submission).meta({ description: 'Oldest first.' }),
  decision: review.nullable().meta({ description: 'The review that decided.' }),
  appeal: z
    .object({
      text: z.string(),
      files: z.array(file),
      at: instant,
      state: z.enum(['waiting', 'accepted', 'rejected']),
      comment: z.string().nullable(),
      decided_at: instant.nullable(),
    })
    .nullable(),
  corrected: z.boolean().meta({ description: 'An accepted appeal corrected the record.' }),
  created_at: instant,
  updated_at: instant,
});
export type Verification = z.infer<typeof verification>;

export const verificationStats = z.object({
  required: z.number().int().meta({ description: 'Tasks that ask for proof, on the local dates asked for; without skipped ones.' }),
  verified: z.number().int(),
  rejected: z.number().int().meta({ description: 'Rejected for good.' }),
  expired: z.number().int(),
  waiting: z.number().int().meta({ description: 'In review.' }),
  by_judge: z
    .object({
      check: z.number().int(),
      partner: z.number().int(),
      ai: z.number().int(),
      rubric: z.number().int(),
      self: z.number().int(),
    })
    .meta({ description: 'Who accepted, or rejected for good.' }),
  median_hours_to_proof: z.number().nullable().meta({ description: 'From the completion to the first proof.' }),
  median_hours_to_decision: z.number().nullable().meta({ description: 'From the last proof to the decision of whoever judged it.' }),
});
export type VerificationStats = z.infer<typeof verificationStats>;

const ADDRESS = { error: 'A link that begins with http:// or https://.' };

function isAddress(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:');
}
/** The address of a page: http or https. */
export const address = line(2_048)
  .refine(isAddress, ADDRESS)
  .meta({ format: 'uri', pattern: '^\\s*[Hh][Tt][Tt][Pp][Ss]?:', maxLength: 2_048 });
const id = z.string({ error: 'An id.' }).min(1, { error: 'An id.' }).max(100, { error: 'An id.' });
const ids = z.array(id, { error: 'A list of ids.' }).max(20, { error: 'At most 20.' });

const section = longText(10_000);
const designBody = z.strictObject({
  requirements: section.optional(),
  estimates: section.optional(),
  components: section.optional(),
  trade_offs: section.optional(),
  diagram: z.strictObject({ mermaid: longText(20_000).nullish(), file: id.nullish() }).nullish(),
});

/** Whether a part of the proof is present: a text, a list, or a part of a design that is not blank. */
function isGiven(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'object' && value !== null && Object.values(value).some(isGiven);
}

const EXAMPLE = { text: 'The change is merged.', links: ['https://example.org/changes/7'] };

export const proofBody = z.strictObject({
  proofData: z
    .strictObject(
      {
        text: longText(10_000).nullish(),
        links: z.array(address, { error: 'A list of links.' }).max(10, { error: 'At most 10 links.' }).nullish(),
        files: ids.nullish(),
        commits: z.array(address, { error: 'A list of links.' }).max(20, { error: 'At most 20 commits.' }).nullish(),
        design: designBody.nullish(),
        email_task_id: id.nullish(),
        code_task_id: id.nullish(),
      },
      { error: 'Say what you give as proof.' },
    )
    .refine((given) => Object.values(given).some(isGiven), {
      error: 'Give at least one of text, links, files, commits, design, email_task_id and code_task_id.',
    })
    .meta({ examples: [EXAMPLE] }),
});
export type ProofData = z.input<typeof proofBody>['proofData'];

export const appealBody = z.strictObject({
  text: longText(2_000)
    .refine((text) => text.trim() !== '', { error: 'Say why this should count as kept.' })
    .meta({ minLength: 1 }),
  files: ids.nullish(),
});
export type AppealBody = z.input<typeof appealBody>;
