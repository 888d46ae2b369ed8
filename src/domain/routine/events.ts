import { z } from 'zod';
import { clockTime, fullDate } from '../../contracts/words/format.ts';
import { type Counted, type Ending, splitAt, withLastByCount } from '../calendar/routine-dates.ts';
import {
  count,
  type Described,
  defineEvent,
  defineStream,
  type EventDeclaration,
  type EventOf,
  id,
  instant,
  localDate,
  localTime,
  type PublicName,
  sealed,
} from '../kernel/define-event.ts';
import type { RecordedOf, SealedFields } from '../kernel/event.ts';
import { pick } from '../kernel/records.ts';

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
type OwnTexts = NonNullable<Described<typeof ownTexts>>;

/** The sealed objects that hold the present texts of a routine. */
export type HeldTexts = SealedFields<OwnTexts>;
const text = <Name extends RoutineText>() => sealed<Pick<OwnTexts, Name>>().nullable();
const sealedTexts = z
  .strictObject({
    title: text<'title'>(),
    description: text<'description'>(),
    tags: text<'tags'>(),
    proof_requirement: text<'proof_requirement'>(),
  })
  .partial();

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
  pick(
    fields,
    SPAN_FIELDS.filter((name) => name in fields),
  );

/** The part of a span that read models store. */
export type KeptSpan = Counted<SpanFields>;
export const keptSpanOf = (span: KeptSpan): KeptSpan => ({ ...pick(span, SPAN_FIELDS), last_by_count: span.last_by_count });
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

type Changing<Type extends string, Public extends PublicName> = Pick<
  EventDeclaration<Type, typeof routineChange, typeof ownTexts, Public>,
  'type' | 'startsStream' | 'publicName' | 'label' | 'meaning' | 'detail'
> & { readonly example: Partial<RoutineChange>; readonly title?: string };

const NOTHING: RoutineChange = { set: {}, was: {}, own_texts: [], texts: {}, was_texts: {} };

const change = <const Type extends string, const Public extends PublicName>({ example, title, ...declared }: Changing<Type, Public>) =>
  defineEvent({
    ...declared,
    since: '0.1.0',
    history: 'tasks',
    data: routineChange,
    private: ownTexts,
    example: { data: { ...NOTHING, ...example }, ...(title !== undefined && { private: { title } }) },
  });

const LABELS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  tags: 'tags',
  rrule: 'rule',
  start_date: 'first day',
  due_time: 'due time',
  mode: 'what the next is counted from',
  verification_type: 'proof',
  proof_requirement: 'what is asked for as proof',
  priority: 'priority',
  estimate_minutes: 'estimate',
};

function changed(after: Readonly<Record<string, unknown>>, from: string | undefined): string | null {
  const names = Object.keys(after).flatMap((name) => LABELS[name] ?? []);
  const since = from === undefined ? '' : ` from ${fullDate(from)} on`;
  return names.length === 0 ? null : `Changed ${names.join(', ')}${since}.`;
}

export const RoutineStarted = change({
  type: 'RoutineStarted',
  startsStream: true,
  publicName: 'routine.created',
  label: 'Routine started',
  meaning: 'The owner made a routine: a rule by which tasks come again and again.',
  example: {
    set: { rrule: 'FREQ=DAILY', start_date: '2026-11-27', due_time: '08:00', mode: 'due', from_date: '2026-11-27' },
    own_texts: ['title'],
  },
  title: 'Water the ferns',
  detail: ({ after }) => (typeof after.due_time === 'string' ? `Due at ${clockTime(after.due_time)}.` : null),
});
export const RoutineChanged = change({
  type: 'RoutineChanged',
  publicName: 'routine.changed',
  label: 'Routine changed',
  meaning: 'The rule, the fields or the texts of a routine were changed.',
  example: { set: { due_time: '09:00' }, was: { due_time: '08:00' } },
  detail: ({ after, data }) => changed(after, data.from),
});
export const RoutinePaused = change({
  type: 'RoutinePaused',
  publicName: 'routine.paused',
  label: 'Routine paused',
  meaning: 'No occurrences are made until the routine is resumed; those ahead are withdrawn.',
  example: { set: { paused: true }, was: { paused: false } },
  detail: () => 'What lies ahead was taken away until it is resumed.',
});
export const RoutineResumed = change({
  type: 'RoutineResumed',
  publicName: 'routine.resumed',
  label: 'Routine resumed',
  meaning: 'A paused routine makes occurrences again.',
  example: { set: { paused: false, from_date: '2026-12-01' }, was: { paused: true, from_date: '2026-11-27' } },
  detail: () => 'What lies ahead is there again.',
});
export const RoutineEnded = change({
  type: 'RoutineEnded',
  publicName: 'routine.ended',
  label: 'Routine ended',
  meaning: 'The owner ended a routine: occurrences ahead are withdrawn, and the past stays.',
  example: { set: { ended: true }, was: { ended: false } },
  detail: () => 'What lay ahead was taken away.',
});
export const RoutineApplied = defineEvent({
  type: 'RoutineApplied',
  publicName: 'routine.applied',
  label: 'Routine applied',
  meaning: 'The occurrences are in line with the routine up to a date; by the system.',
  since: '0.1.0',
  history: null,
  webhook: false,
  data: z.strictObject({
    of: id.nullable().describe('The event that was carried out, or null: a date that needed nothing was passed over.'),
    through: localDate.describe('Up to which date.'),
    current: localDate.nullable().describe('Mode completion: the date of the occurrence that is open.'),
  }),
  example: { data: { of: null, through: '2026-12-11', current: null } },
});
export type RoutineApplied = EventOf<typeof RoutineApplied>;

export const ROUTINE_CHANGES = [RoutineStarted, RoutineChanged, RoutinePaused, RoutineResumed, RoutineEnded] as const;
export type RoutineChangeEvent = EventOf<(typeof ROUTINE_CHANGES)[number]>;

export const ROUTINE_EVENTS = [...ROUTINE_CHANGES, RoutineApplied] as const;
export type RoutineEvent = EventOf<(typeof ROUTINE_EVENTS)[number]>;
export type RecordedRoutineEvent = RecordedOf<RoutineEvent>;
export const routineStream = defineStream('routine');
