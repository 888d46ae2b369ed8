import { z } from 'zod';
import { givenId, givenIds } from './query.ts';
import { line, longText } from './text.ts';
import { givenDate, givenTime, instant, localDate, localTime } from './time.ts';
import { uniqueTags } from './words/spelling.ts';

export const TASK_STATUSES = ['pending', 'in_progress', 'completed', 'missed', 'skipped'] as const;
export const VERIFICATION_TYPES = ['none', 'email', 'coding', 'system_design', 'general'] as const;
export const VERIFICATION_STATES = ['not_required', 'awaiting_proof', 'in_review', 'verified', 'rejected', 'expired'] as const;
const OUTCOMES = ['kept', 'missed', 'skipped', 'open', 'none'] as const;
export const PRIORITIES = ['high', 'medium', 'low', 'none'] as const;

const status = z.enum(TASK_STATUSES, { error: 'One of pending, in_progress, completed, skipped.' });

export const task = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  due_date: givenDate.nullable(),
  due_time: givenTime.nullable(),
  due_at: instant.nullable(),
  status,
  completed: z.boolean(),
  late: z.boolean(),
  outcome: z.enum(OUTCOMES).meta({
    description:
      'How the task counts on its due date, in every report and streak. kept: completed by its due instant and, where proof is asked for, with a proof that was accepted; or corrected. open: not decided yet. none: it counts nowhere, since it has no due date, its routine took it away, or it was deleted while it was open.',
  }),
  corrected: z
    .boolean()
    .meta({ description: 'An accepted appeal corrected the record: it counts as kept, and the other fields still tell of the miss.' }),
  verification_type: z.enum(VERIFICATION_TYPES),
  verification_state: z.enum(VERIFICATION_STATES),
  on_word: z.boolean().meta({ description: 'The proof was accepted on the owner’s own word: `verified`, and nobody judged it.' }),
  proof_requirement: z.string().nullable().meta({ description: 'What is asked for as proof.' }),
  proof_due_at: instant.nullable(),
  priority: z.enum(PRIORITIES),
  tags: z.array(z.string()),
  estimate_minutes: z.number().int().nullable(),
  focused_minutes: z.number().int().meta({ description: 'Whole minutes of focus, in the sessions that have ended.' }),
  parent_id: z.string().nullable(),
  partner_id: z
    .string()
    .nullable()
    .meta({ description: 'The partner who judges its proof, as long as they have accepted; null: the first partner.' }),
  again_of: z.string().nullable().meta({ description: 'The missed or skipped task that it promises again.' }),
  recurring_task_id: z.string().nullable(),
  postponed: z.number().int(),
  archived: z.boolean(),
  skip_reason: z.string().nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  missed_at: instant.nullable(),
  /** Only in history and reports: the task was deleted after it had been decided. */
  deleted: z.boolean().optional(),
  /** Only in reports with `as_of`. */
  changed_since: z.boolean().optional().meta({ description: 'Its answer is another one now.' }),
});
export type Task = z.infer<typeof task>;

const title = line(200, 'Title is required.');
const tagList = z.array(
  line(50, 'A tag cannot be blank.', (tag) => tag.normalize('NFC').trim()),
  { error: 'A list of tags.' },
);
const notTooMany = z.array(z.string()).max(20, { error: 'At most 20 tags.' });
const tags = tagList.transform(uniqueTags).pipe(notTooMany);
export const someTags = tagList.min(1, { error: 'Name at least one tag.' }).transform(uniqueTags).pipe(notTooMany);
export const priority = z.enum(PRIORITIES, { error: 'One of high, medium, low, none.' });
const estimate = z
  .number({ error: 'A whole number of minutes, 1 to 1,440.' })
  .int({ error: 'A whole number of minutes, 1 to 1,440.' })
  .min(1, { error: 'A whole number of minutes, 1 to 1,440.' })
  .max(1_440, { error: 'A whole number of minutes, 1 to 1,440.' });

const editable = {
  description: longText(10_000).nullable(),
  due_date: localDate.nullable(),
  due_time: localTime.nullable(),
  priority,
  verification_type: z.enum(VERIFICATION_TYPES, { error: 'One of none, email, coding, system_design, general.' }),
  proof_requirement: longText(2_000).nullable(),
  tags,
  estimate_minutes: estimate.nullable(),
  parent_id: z.string({ error: 'The id of a task, or null.' }).min(1).max(100).nullable(),
  partner_id: z.string({ error: 'The id of a partner, or null.' }).min(1).max(100).nullable(),
};
/** Rules between fields are checked even if single fields have faults, so that all faults are reported at once. */
const always = () => true;
export const TIME_NEEDS_DATE = { error: 'A due time needs a due date.', path: ['due_time'] };

export const newTaskBody = z
  .strictObject({ title, ...z.object(editable).partial().shape })
  .refine((body) => body.due_time == null || body.due_date != null, { ...TIME_NEEDS_DATE, when: always });
export type NewTask = z.output<typeof newTaskBody>;
/** A PUT may send the read-only fields of a task back unchanged. The route compares them. */
export const editTaskBody = z.strictObject({ title: title.optional(), ...z.object(editable).partial().shape });
export type EditTask = z.output<typeof editTaskBody>;

/** A miss is recorded by the system only. */
const settableStatus = status.meta({ override: { enum: TASK_STATUSES.filter((one) => one !== 'missed') } });
/** Why a task is skipped. */
const skipReason = longText(1_000)
  .transform((value) => value.trim())
  .nullable()
  .optional();
const NO_MISS = { error: 'Only Vouch records a miss.', path: ['status'] };
const NO_REASON = { error: 'Say why you skip it.', path: ['reason'] };
const isMiss = ({ status: given }: { readonly status?: unknown }): boolean => given === 'missed';
const lacksReason = ({ status: given, reason }: { readonly status?: unknown; readonly reason?: unknown }): boolean =>
  given === 'skipped' && (typeof reason !== 'string' || reason.trim() === '');

export const statusBody = z
  .strictObject({
    completed: z.boolean({ error: 'true or false.' }).optional(),
    status: settableStatus.optional(),
    reason: skipReason,
  })
  .refine((body) => body.status !== undefined || body.completed !== undefined, {
    error: 'Give a status, or completed.',
    path: ['status'],
    when: always,
  })
  .refine((body) => !isMiss(body), { ...NO_MISS, when: always })
  .refine((body) => body.status === undefined || typeof body.completed !== 'boolean' || body.completed === (body.status === 'completed'), {
    error: 'completed and status disagree.',
    path: ['completed'],
    when: always,
  })
  .refine((body) => !lacksReason(body), { ...NO_REASON, when: always });

/** The status of several tasks. */
export const statusChange = z
  .strictObject({ status: settableStatus, reason: skipReason })
  .refine((change) => !isMiss(change), NO_MISS)
  .refine((change) => !lacksReason(change), NO_REASON);

export const againBody = z.strictObject({
  due_date: localDate,
  due_time: localTime.nullable().optional().meta({ description: 'Left out: the time of the old task; null: none.' }),
});
export type AgainBody = z.output<typeof againBody>;

/** The task stands before the named one in the owner's own order; null: it is the last one. */
export const placeBody = z.strictObject({ before: givenId.nullable() });

export const deleteChildrenBody = z.strictObject({
  children: z
    .array(z.string(), { error: 'A list of ids.' })
    .min(1, { error: 'Name at least one child.' })
    .max(1_000, { error: 'At most 1,000 children.' }),
});

export const alert = z.object({
  id: z.string(),
  task_id: z.string().nullable(),
  title: z.string(),
  message: z.string(),
  severity: z.enum(['critical', 'high', 'medium', 'low']),
  type: z.enum(['task_missed', 'deadline_approaching', 'streak_broken', 'other']),
  acknowledged: z.boolean(),
  resolved: z.boolean(),
  created_at: instant,
});
export type Alert = z.infer<typeof alert>;

/** Exactly one of the two. */
export const acknowledgeBody = z
  .strictObject({
    ids: givenIds.optional(),
    all: z.literal(true, { error: 'true, or left out.' }).optional().meta({ description: 'All of them, resolved ones too.' }),
  })
  .refine((body) => (body.ids === undefined) !== (body.all === undefined), {
    error: 'Give either ids, or all.',
    path: ['ids'],
    when: always,
  })
  .meta({ override: { oneOf: [{ required: ['ids'] }, { required: ['all'] }] } });
