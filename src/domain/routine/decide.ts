import { addDays, dueInstant, localDate } from '../calendar/local.ts';
import { firstDate } from '../calendar/recurrence.ts';
import { bareRule, RuleFault, readRule, untilDate } from '../calendar/recurrence-rule.ts';
import { endingAfter } from '../calendar/routine-dates.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import type { RoutineChange, RoutineFields, RoutineMode, RoutineText } from './event-data.ts';
import { ROUTINE_TEXTS } from './event-data.ts';
import type { RoutineChangeEvent, RoutineEvent } from './events.ts';
import { ROUTINE_EVENTS } from './events.ts';
import { evolve, initial, type Routine, type RoutineState } from './state.ts';

interface Sent {
  readonly owner: string;
  readonly now: string;
  /** The owner's present IANA zone. */
  readonly zone: string;
}
type Plain = 'due_time' | 'mode' | 'verification_type' | 'priority' | 'estimate_minutes';
export type WritableRoutine = Pick<RoutineFields, 'rrule' | 'start_date' | Plain>;
/** Texts in clear; an empty one removes the text. */
export type RoutineTexts = { readonly title?: string; readonly description?: string; readonly tags?: readonly string[] };

export type StartRoutine = Sent & {
  readonly type: 'Start';
  readonly fields: Partial<WritableRoutine> & { readonly rrule: string };
  readonly texts: RoutineTexts & { readonly title: string };
};
/** The texts are only those that differ, because deciders never open sealed values. */
export type ChangeRoutine = Sent & {
  readonly type: 'Change';
  readonly if_match: number | null;
  readonly fields: Partial<WritableRoutine>;
  readonly texts: RoutineTexts;
  readonly paused?: boolean;
  /** Only occurrences on and after this local date; left out: all that are not yet due. */
  readonly from?: string | undefined;
};
export type EndRoutine = Sent & { readonly type: 'End'; readonly if_match: number | null };
/** `of`: the event that was carried over; null: a date was passed over. */
export type NoteApplied = {
  readonly type: 'NoteApplied';
  readonly owner: string;
  readonly at: string;
  readonly of: string | null;
  readonly through: string;
  readonly current: string | null;
};
export type RoutineCommand = StartRoutine | ChangeRoutine | EndRoutine | NoteApplied;

function decide(command: RoutineCommand, state: RoutineState): readonly Decided<RoutineEvent>[] {
  if (command.type === 'Start') return state.status === 'none' ? [start(command)] : [];
  if (state.status === 'none' || state.owner !== command.owner) throw notFound();
  if (command.type === 'NoteApplied') return note(command, state);
  if (state.status === 'ended') throw notFound();
  if (command.if_match !== null && command.if_match !== state.version)
    throw new RuleViolation(
      'precondition_failed',
      'This routine has changed since you read it. Read it again, then send your change anew.',
    );
  return command.type === 'Change' ? change(command, state) : [end(command, state)];
}

const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such routine.');

function start(command: StartRoutine): Decided<RoutineEvent> {
  const { now, zone, fields, texts } = command;
  const start_date = fields.start_date ?? localDate(now, zone);
  const due_time = fields.due_time ?? null;
  const mode: RoutineMode = fields.mode ?? 'due';
  const set: RoutineFields = {
    ...ruled(fields.rrule, start_date, zone),
    due_time,
    mode,
    verification_type: fields.verification_type ?? 'none',
    priority: fields.priority ?? 'none',
    estimate_minutes: fields.estimate_minutes ?? null,
    paused: false,
    ended: false,
    from_date: fromDate(start_date, due_time, command),
    created_at: now,
  };
  return event('RoutineStarted', command, null, set, texts);
}

/** @throws RuleViolation validation_failed on rrule */
function ruled(text: string, start_date: string, zone: string): Pick<RoutineFields, 'rrule' | 'start_date' | 'until'> {
  const rrule = bareRule(text);
  const found = read(rrule, zone);
  if (firstDate({ rrule, start: start_date, until: found }, start_date) === null)
    throw invalidRule('This rule never comes: there is no date that fits it.');
  return { rrule, start_date, until: found };
}

function read(rrule: string, zone: string): string | null {
  try {
    const { until } = readRule(rrule);
    return until === null ? null : untilDate(until, zone);
  } catch (error) {
    if (error instanceof RuleFault) throw invalidRule(error.message);
    throw error;
  }
}

const invalidRule = (sentence: string): RuleViolation => new RuleViolation('validation_failed', sentence, { rrule: [sentence] });

/** The first date of which an occurrence can still be in time. */
function fromDate(start_date: string, due_time: string | null, { now, zone }: Sent): string {
  const today = localDate(now, zone);
  const first = now > dueInstant(today, due_time, zone) ? addDays(today, 1) : today;
  return start_date > first ? start_date : first;
}

/** So many dates that lie ahead at most from which a routine is another one: each is kept, in one document with all of the owner's. */
const MOST_SPANS = 50;
const TOO_MANY = `A routine can change from ${MOST_SPANS} dates on at most. Let some of them pass first.`;

const NOT_IN_PART = 'A routine is paused and resumed as a whole. Leave `from` out.';

function change(command: ChangeRoutine, state: Routine): readonly Decided<RoutineEvent>[] {
  const { texts, paused, from } = command;
  const before = state.fields;
  if (from !== undefined && paused !== undefined && paused !== before.paused)
    throw new RuleViolation('validation_failed', NOT_IN_PART, { from: [NOT_IN_PART] });
  const spans = [...endingAfter(state.earlier, from), state].map((one) => one.fields);
  const differs = (name: string, value: unknown): boolean => spans.some((span) => value !== span[name as keyof RoutineFields]);
  const other = Object.fromEntries(Object.entries(ruledAnew(command, before)).filter(([name, value]) => differs(name, value)));
  const from_date = goesOnFrom(command, { ...before, ...other }, spans);
  const anew = ['rrule', 'start_date', 'until', 'mode'].some((name) => name in other) ? { from_date } : {};
  const ahead = state.earlier.filter(({ before: end }) => end > localDate(command.now, command.zone) && end !== from);
  const events: Decided<RoutineEvent>[] = [];
  if (Object.keys(other).length > 0 || writes(state, texts, from)) {
    if (from !== undefined && ahead.length >= MOST_SPANS) throw new RuleViolation('conflict', TOO_MANY);
    events.push(event('RoutineChanged', command, state, { ...other, ...anew }, texts, from));
  }
  if (paused === true && !before.paused) events.push(event('RoutinePaused', command, state, { paused: true }, {}));
  if (paused === false && before.paused) events.push(event('RoutineResumed', command, state, { paused: false, from_date }, {}));
  return events;
}

/** The given fields with what follows from the rule. Fields that are left out stay as they are, for each of the dates. */
function ruledAnew({ fields: { rrule, start_date, ...plain }, zone }: ChangeRoutine, before: RoutineFields): Partial<RoutineFields> {
  const isSame = (rrule === undefined || bareRule(rrule) === before.rrule) && (start_date ?? before.start_date) === before.start_date;
  const { until, ...rule } = isSame ? before : ruled(rrule ?? before.rrule, start_date ?? before.start_date, zone);
  return {
    ...plain,
    ...(rrule !== undefined && { rrule: rule.rrule, until }),
    ...(start_date !== undefined && { start_date: rule.start_date }),
  };
}

/** The first date of which an occurrence can be made under a rule that holds from now on, or from `from` on. */
function goesOnFrom(command: ChangeRoutine, next: RoutineFields, spans: readonly RoutineFields[]): string {
  const starts = command.fields.start_date === undefined ? spans.map(({ start_date }) => start_date) : [next.start_date];
  const first = fromDate(starts.sort()[0] ?? next.start_date, next.due_time, command);
  return command.from !== undefined && command.from > first ? command.from : first;
}

const end = (command: EndRoutine, state: Routine): Decided<RoutineEvent> => event('RoutineEnded', command, state, { ended: true }, {});

function note({ at, of, through, current }: NoteApplied, state: Routine): readonly Decided<RoutineEvent>[] {
  if (of !== null && state.applied.includes(of)) return [];
  return [{ type: 'RoutineApplied', data: { of, through, current }, at, by: SYSTEM }];
}

const isBlank = (value: string | readonly string[] | undefined): boolean => value === undefined || value.length === 0;
/** Texts to be taken away from any of the dates that change. */
const cleared = (state: Routine | null, texts: RoutineTexts, from: string | undefined): readonly RoutineText[] => {
  const spans = state === null ? [] : [...endingAfter(state.earlier, from), state];
  return ROUTINE_TEXTS.filter(
    (name) => texts[name] !== undefined && isBlank(texts[name]) && spans.some((span) => span.texts[name] !== null),
  );
};
const written = (texts: RoutineTexts): readonly RoutineText[] => ROUTINE_TEXTS.filter((name) => !isBlank(texts[name]));
const writes = (state: Routine, texts: RoutineTexts, from: string | undefined): boolean =>
  written(texts).length > 0 || cleared(state, texts, from).length > 0;

function event(
  type: RoutineChangeEvent['type'],
  { now }: Sent,
  state: Routine | null,
  set: Partial<RoutineFields>,
  texts: RoutineTexts,
  from?: string,
): Decided<RoutineEvent> {
  const own = written(texts);
  const gone = cleared(state, texts, from);
  const pick = (names: readonly string[], values: object) =>
    Object.fromEntries(names.map((name) => [name, (values as Record<string, unknown>)[name]]));
  const data: RoutineChange = {
    set,
    was: state === null ? {} : pick(Object.keys(set), state.fields),
    own_texts: own,
    texts: Object.fromEntries(gone.map((name) => [name, null])),
    was_texts: state === null ? {} : pick([...own, ...gone], state.texts),
    ...(from !== undefined && { from }),
  };
  return { type, data, at: now, ...(own.length > 0 ? { private: pick(own, texts) } : {}) } as Decided<RoutineEvent>;
}

export const routineDecider: Decider<RoutineState, RoutineCommand, RoutineEvent> = { events: ROUTINE_EVENTS, initial, evolve, decide };
