import { z } from 'zod';
import { file } from './file.ts';
import { design, review } from './proof.ts';
import { longText } from './text.ts';
import { givenDate, instant } from './time.ts';

const POST_SUBJECTS = ['week', 'streak', 'task'] as const;
const POST_TONES = ['plain', 'warm', 'proud'] as const;
const POST_STATUSES = ['draft', 'shared'] as const;
/** The longest text of a post, in characters. */
const POST_CHARACTERS = 2_000;

/** The explained solution of a coding question. */
export const codeSolution = z.object({
  id: z.string(),
  code_task_id: z.string(),
  explanation: z.string().meta({ description: 'Markdown.' }),
  complexity: z.string().nullable().meta({ description: 'Of time and space. Null: no AI is set up.' }),
  alternatives: z.array(z.object({ title: z.string(), language: z.string(), code: z.string(), trade_offs: z.string() })),
  model: z.string().nullable().meta({ description: 'Null: no AI is set up. The rubric says what it can, and nothing is kept.' }),
  created_at: instant,
});
export type CodeSolution = z.infer<typeof codeSolution>;

/** The newest system design that was submitted for a task, with feedback. */
export const designSubmission = z.object({
  id: z.string().meta({ description: 'The id of the submission.' }),
  task_id: z.string(),
  design,
  feedback: review,
  follow_up_questions: z.array(z.string()),
  created_at: instant,
});
export type DesignSubmission = z.infer<typeof designSubmission>;

export const socialPost = z.object({
  id: z.string(),
  about: z.enum(POST_SUBJECTS),
  task_id: z.string().nullable(),
  status: z.enum(POST_STATUSES),
  text: z.string(),
  image: file
    .nullable()
    .meta({ description: 'A PNG of 1200 by 630 pixels. Null: there was no room for it among the files of the account.' }),
  facts: z
    .object({ kept: z.number().int(), streak: z.number().int(), from: givenDate, to: givenDate })
    .meta({ description: 'The numbers of the record, as they were when the post was drafted.' }),
  share_url: z.string().nullable().meta({ description: 'The public page; null while it is a draft.' }),
  model: z.string().nullable().meta({ description: 'Null: a template wrote the draft.' }),
  created_at: instant,
});
export type SocialPost = z.infer<typeof socialPost>;

const id = z.string({ error: 'An id.' }).min(1, { error: 'An id.' }).max(100, { error: 'An id.' });

export const newPostBody = z
  .strictObject({
    about: z.enum(POST_SUBJECTS, { error: `One of ${POST_SUBJECTS.join(', ')}.` }),
    task_id: id.nullish().meta({ description: 'With `task` only: a task that was kept.' }),
    tone: z.enum(POST_TONES, { error: `One of ${POST_TONES.join(', ')}.` }).optional(),
  })
  .refine(({ about, task_id }) => about !== 'task' || typeof task_id === 'string', { error: 'Say which task.', path: ['task_id'] })
  .refine(({ about, task_id }) => about === 'task' || typeof task_id !== 'string', {
    error: 'Only a post about a task names one.',
    path: ['task_id'],
  })
  .meta({ examples: [{ about: 'week' }] });
export type NewPost = z.input<typeof newPostBody>;

export const editPostBody = z
  .strictObject({
    text: longText(POST_CHARACTERS)
      .refine((value) => value.trim() !== '', { error: 'Write something.' })
      .optional(),
    status: z
      .enum(POST_STATUSES, { error: `One of ${POST_STATUSES.join(', ')}.` })
      .optional()
      .meta({ description: '`shared` makes a public page, `draft` takes it back.' }),
  })
  .meta({ examples: [{ status: 'shared' }] });
export type EditPost = z.input<typeof editPostBody>;
