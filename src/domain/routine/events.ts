import { z } from 'zod';
import { dateWords } from '../calendar/date-words.ts';
import { defineEvent, type EventDeclaration, type EventOf } from '../kernel/define-event.ts';
import { defineStream } from '../kernel/define-stream.ts';
import type { RecordedOf } from '../kernel/event.ts';
import { id, localDate } from '../kernel/event-fields.ts';
import { ownTexts, type RoutineChange, routineChange } from './event-data.ts';

type Changing<Type extends string> = Pick<
  EventDeclaration<Type, typeof routineChange, typeof ownTexts>,
  'type' | 'startsStream' | 'publicName' | 'label' | 'meaning' | 'detail'
> & { readonly example: Partial<RoutineChange>; readonly title?: string };

const NOTHING: RoutineChange = { set: {}, was: {}, own_texts: [], texts: {}, was_texts: {} };

const change = <const Type extends string>({ example, title, ...declared }: Changing<Type>) =>
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
  const since = from === undefined ? '' : ` from ${dateWords(from)} on`;
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
  detail: ({ after }) => (typeof after.due_time === 'string' ? `Due at ${after.due_time}.` : null),
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
