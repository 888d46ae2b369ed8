import { z } from 'zod';
import { DAY_COUNTERS } from '../kernel/day-counters.ts';
import {
  count,
  type Described,
  type EventDefinition,
  id,
  instant,
  localDate,
  localTime,
  type PublicName,
  sealed,
  zone,
} from '../kernel/define-event.ts';
import type { EventShape, SealedFields } from '../kernel/event.ts';
import { NO_PROOF, proofFields } from '../proof/event-data.ts';

const status = z.enum(['pending', 'in_progress', 'completed', 'missed', 'skipped']);
const verificationType = z.enum(['none', 'email', 'coding', 'system_design', 'general']);
const verificationState = z.enum(['not_required', 'awaiting_proof', 'in_review', 'verified', 'rejected', 'expired']);
const priority = z.enum(['high', 'medium', 'low', 'none']);
export type TaskStatus = z.output<typeof status>;
export type VerificationType = z.output<typeof verificationType>;

const hour = z.int().min(0).max(23);

const taskFields = z.strictObject({
  status: status.describe('Where the task stands.'),
  late: z.boolean().describe('Completed after its due instant.'),
  due_date: localDate.nullable().describe('The local date on which it is due.'),
  due_time: localTime.nullable().describe('The local time at which it is due; null: by the end of the day.'),
  due_at: instant.nullable().describe('The last instant that is in time.'),
  due_zone: zone.nullable().describe('The zone in which `due_at` was computed.'),
  due_set_at: instant
    .nullable()
    .describe('When the present due instant was chosen: only alert windows that begin after it raise anything.'),
  due_chosen: z
    .strictObject({ date: localDate, time: localTime.nullable() })
    .nullable()
    .describe('The date and time that were chosen, where a change of zone has written others; null: the present ones.'),
  due_move: count.nullable().describe("The owner's last change of zone that it follows, by the revision of its event; null: none."),
  verification_type: verificationType.describe('Which proof is asked for.'),
  verification_state: verificationState.describe('How far the proof is.'),
  proof_due_at: instant.nullable().describe('Until when the proof may come.'),
  priority: priority.describe('How much it matters.'),
  estimate_minutes: count.nullable().describe('How long it will take.'),
  parent_id: id.nullable().describe('The task of which it is a step.'),
  partner_id: id.nullable().describe('The partner who judges its proof; null: the first one.'),
  again_of: id.nullable().describe('The missed or skipped task that it promises again.'),
  recurring_task_id: id.nullable().describe('The routine of which it is an occurrence.'),
  occurrence_date: localDate.nullable().describe("The routine's date of which it is the occurrence, wherever it was moved since."),
  withdrawn: z.boolean().describe('Taken away by its routine, which may bring it back.'),
  vacation_id: id.nullable().describe('The vacation for which it was skipped.'),
  postponed: count.describe('How often the due instant was moved to later.'),
  archived: z.boolean().describe('Put into the archive.'),
  deleted: z.boolean().describe('Deleted.'),
  created_at: z.union([instant, z.literal('')]).describe('When it was made.'),
  completed_at: instant.nullable().describe('When it was completed.'),
  completed_local: z
    .strictObject({ date: localDate, hour })
    .nullable()
    .describe('Local day and hour of the completion, in the zone of that moment.'),
  missed_at: instant.nullable().describe('The due instant that passed.'),
  counts_as_skipped: z.boolean().describe('Skipped in time and completed after the deadline: still counted as skipped.'),
  taken_back: z.array(localDate).describe('Local dates from which the due date was taken away.'),
  focused_seconds: count.describe('How long the owner was focused on it, in the focus sessions that have ended.'),
  closed_at: instant.nullable().describe('From when the 30 days to automatic archiving run.'),
  ...proofFields,
});
export type TaskFields = Described<typeof taskFields>;

/**
 * Fields that the owner sets and that cause no other change. Creating, editing and undoing handle all of them in the same
 * way.
 */
export const PLAIN_FIELDS = ['priority', 'estimate_minutes', 'parent_id', 'partner_id'] as const satisfies readonly (keyof TaskFields)[];
export type PlainField = (typeof PLAIN_FIELDS)[number];

/** Those fields that an occurrence takes over from its routine. */
export const ROUTINE_PLAIN_FIELDS = ['priority', 'estimate_minutes'] as const satisfies readonly PlainField[];

/** The fields of a task without a due date. They always change together. */
export const NO_DUE = {
  due_date: null,
  due_time: null,
  due_at: null,
  due_zone: null,
  due_set_at: null,
  due_chosen: null,
  due_move: null,
} as const;
export type Due = Pick<TaskFields, keyof typeof NO_DUE>;

export const NO_FIELDS: TaskFields = {
  status: 'pending',
  late: false,
  ...NO_DUE,
  verification_type: 'none',
  verification_state: 'not_required',
  proof_due_at: null,
  priority: 'none',
  estimate_minutes: null,
  parent_id: null,
  partner_id: null,
  again_of: null,
  recurring_task_id: null,
  occurrence_date: null,
  withdrawn: false,
  vacation_id: null,
  postponed: 0,
  archived: false,
  deleted: false,
  created_at: '',
  completed_at: null,
  completed_local: null,
  missed_at: null,
  counts_as_skipped: false,
  taken_back: [],
  focused_seconds: 0,
  closed_at: null,
  ...NO_PROOF,
};

/**
 * Fields that were added after the first release, and the fields of the proof. The event of a new task contains them only
 * if they differ from those of an empty task. So a new field does not change the events of tasks that do not use it.
 */
export const LATER_FIELDS: ReadonlySet<string> = new Set([
  ...Object.keys(NO_PROOF),
  'due_chosen',
  'due_move',
  'again_of',
  'focused_seconds',
]);

/** Personal texts. In a state or a document each is the sealed object that holds its present value. */
export const TASK_TEXTS = ['title', 'description', 'tags', 'skip_reason', 'proof_requirement'] as const;
export type TaskText = (typeof TASK_TEXTS)[number];
const taskTexts = z.strictObject({
  title: z.string().describe('Its title.'),
  description: z.string().describe('Its notes.'),
  tags: z.array(z.string()).describe('Its tags.'),
  skip_reason: z.string().describe('Why it was skipped.'),
  proof_requirement: z.string().describe('What is asked for as proof.'),
});
export type TaskTexts = Described<typeof taskTexts>;

/** The texts that a change sets; left out if it sets none. */
export const ownTexts = taskTexts.partial().optional();
export type OwnTexts = Partial<TaskTexts>;

/** The sealed objects that hold the present texts of a task. */
export type HeldTexts = SealedFields<OwnTexts>;
const text = <Name extends TaskText>() => sealed<Pick<OwnTexts, Name>>().nullable();
const sealedTexts = z
  .strictObject({
    title: text<'title'>(),
    description: text<'description'>(),
    tags: text<'tags'>(),
    skip_reason: text<'skip_reason'>(),
    proof_requirement: text<'proof_requirement'>(),
  })
  .partial();
export type SealedTexts = Partial<HeldTexts>;

const by = z.union([z.literal(1), z.literal(-1)]);
const dayCounterDelta = z.union([
  z.strictObject({ date: localDate, count: z.enum(DAY_COUNTERS), by }),
  z.strictObject({ date: localDate, hour, by }),
  z.strictObject({ date: localDate, delay: count, by }),
]);

export const taskChange = z.strictObject({
  set: taskFields.partial().describe('New values of the fields that change.'),
  was: taskFields.partial().describe('Their former values; of a new task none.'),
  own_texts: z.array(z.enum(TASK_TEXTS)).describe("Names of the texts that this event's own personal part holds."),
  texts: sealedTexts.describe('Texts set to a value that was sealed earlier (an undo), or to nothing.'),
  was_texts: sealedTexts.describe('Former values of all the texts that change.'),
  tally: z
    .array(dayCounterDelta)
    .describe(
      'What it adds to the counts of local days: `count` names the number, `hour` the local hour of a completion, `delay` is done minus due in whole minutes; `by` is 1 or -1.',
    ),
  part_of: id.nullable().describe("The parent's change of which this is a part: the id of its event."),
  children: z.array(id).describe('Children that this change takes with it; each gets an event of its own, with `part_of`.'),
  occurrence: z
    .strictObject({ routine_id: id, date: localDate })
    .optional()
    .describe('Of which routine it is an occurrence, and of which date; left out where it is none.'),
});
export type TaskChange = Described<typeof taskChange>;

/** A change without content, as a base for examples. */
export const NO_CHANGE = {
  set: {},
  was: {},
  own_texts: [],
  texts: {},
  was_texts: {},
  tally: [],
  part_of: null,
  children: [],
} satisfies TaskChange;

/** An object with some of the named fields. */
type Some<Name extends keyof TaskFields> = Partial<Pick<TaskFields, Name>>;

type Setting<Data, Name extends keyof TaskFields> = {
  readonly [Part in keyof Data]: Part extends 'set' | 'was' ? Some<Name> : Data[Part];
};
type SettingEvent<E extends EventShape, Name extends keyof TaskFields> = {
  readonly [Part in keyof E]: Part extends 'data' ? Setting<E['data'], Name> : E[Part];
} extends infer Narrowed extends EventShape
  ? Narrowed
  : never;

/**
 * Declares which fields the events of a definition set. The schema still accepts all fields, because stored events never
 * change. Only TypeScript, and the example here, check the narrower type.
 */
export function setting<
  E extends EventShape & { readonly data: TaskChange },
  const Name extends keyof TaskFields,
  Public extends PublicName,
>(sets: readonly Name[], definition: EventDefinition<E, Public>): EventDefinition<SettingEvent<E, Name>, Public> {
  const { set = {} } = definition.example.data;
  const other = Object.keys(set ?? {}).find((field) => !sets.some((name) => name === field));
  if (other !== undefined) throw new Error(`The example of ${definition.type} sets ${other}, which such an event does not set.`);
  // The definition is the same object. Only the type of its events is narrower.
  return definition as EventDefinition<never, Public>;
}
