import { z } from 'zod';
import { type Counted, type Ending, splitAt, withLastByCount } from '../calendar/routine-dates.ts';
import type { Described } from '../kernel/define-event.ts';
import { count, instant, localDate, localTime, sealed } from '../kernel/event-fields.ts';

const mode = z.enum(['due', 'completion']);
export type RoutineMode = z.output<typeof mode>;

/** The part of a routine that is not personal text. Its occurrences are tasks with `recurring_task_id`. */
const routineFields = z.strictObject({
  rrule: z.string().describe('RFC 5545 rule without `RRULE:`, over plain local dates.'),
  start_date: localDate.describe('The date that anchors the rule.'),
  until: localDate.nullable().describe("The rule's UNTIL as a local date: an instant was read in the owner's zone of that moment."),
  due_time: localTime.nullable().describe('The local time at which occurrences are due.'),
  mode: mode.describe('Whether the next date is counted from the due date or from the completion.'),
  verification_type: z.enum(['none', 'email', 'coding', 'system_design', 'general']).describe('Which proof occurrences ask for.'),
  priority: z.enum(['high', 'medium', 'low', 'none']).describe('How much occurrences matter.'),
  estimate_minutes: count.nullable().describe('How long an occurrence will take.'),
  paused: z.boolean().describe('No occurrences are made.'),
  ended: z.boolean().describe('It is over.'),
  from_date: localDate.describe('First local date from which occurrences are (still) to be made under the present rule.'),
  created_at: instant.describe('When it was made.'),
});
export type RoutineFields = Described<typeof routineFields>;

export const ROUTINE_TEXTS = ['title', 'description', 'tags', 'proof_requirement'] as const;
export type RoutineText = (typeof ROUTINE_TEXTS)[number];

/** The texts that a change sets; left out if it sets none. */
export const ownTexts = z
  .strictObject({
    title: z.string().describe('Its title.'),
    description: z.string().describe('Its notes.'),
    tags: z.array(z.string()).describe('Its tags.'),
    proof_requirement: z.string().describe('What occurrences ask for as proof.'),
  })
  .partial()
  .optional();

const text = sealed.nullable();
const sealedTexts = z.strictObject({ title: text, description: text, tags: text, proof_requirement: text }).partial();

export const routineChange = z.strictObject({
  set: routineFields.partial().describe('New values of the fields that change.'),
  was: routineFields.partial().describe('Their former values; of a new routine none.'),
  own_texts: z.array(z.enum(ROUTINE_TEXTS)).describe("Names of the texts that this event's own personal part holds."),
  texts: sealedTexts.describe('Texts set to nothing.'),
  was_texts: sealedTexts.describe('Former values of all the texts that change.'),
  from: localDate.optional().describe('Only occurrences on and after this local date change; left out: all that are not yet due.'),
});
export type RoutineChange = Described<typeof routineChange>;

/** The fields that decide the dates of a span, and until when today's occurrence can be done in time. */
export const SPAN_FIELDS = ['rrule', 'start_date', 'until', 'mode', 'from_date', 'due_time'] as const;
export type SpanFields = Pick<RoutineFields, (typeof SPAN_FIELDS)[number]>;

export const spanFieldsOf = (fields: Partial<RoutineFields>): Partial<SpanFields> =>
  Object.fromEntries(SPAN_FIELDS.filter((name) => name in fields).map((name) => [name, fields[name]]));

/** The part of a span that read models store. */
export type KeptSpan = Counted<SpanFields>;
export const keptSpanOf = (span: KeptSpan): KeptSpan => ({ ...(spanFieldsOf(span) as SpanFields), last_by_count: span.last_by_count });
export const changedSpan = (span: KeptSpan, set: Partial<RoutineFields>): KeptSpan =>
  withLastByCount({ ...span, ...spanFieldsOf(set) }, span);

interface ChangeEvent {
  readonly type: string;
  readonly data: Pick<RoutineChange, 'from'>;
  readonly metadata: { readonly at: string };
}

/**
 * The earlier spans after a change. A change from a date on leaves the earlier dates as they are; any other change affects them too.
 * `present`: the newest span before the change.
 */
export function earlierAfter<Span>(
  { type, data, metadata }: ChangeEvent,
  { earlier, present }: { readonly earlier: readonly Ending<Span>[]; readonly present: Span },
  changed: (span: Span) => Span,
): readonly Ending<Span>[] {
  if (type !== 'RoutineChanged') return earlier;
  if (data.from === undefined) return earlier.map((span) => ({ ...changed(span), before: span.before }));
  return splitAt({ earlier, present }, { from: data.from, today: metadata.at.slice(0, 10) }, changed);
}
