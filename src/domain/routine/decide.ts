import { addDays, dueInstant, localDate } from '../calendar/local.ts';
import { firstDate } from '../calendar/recurrence.ts';
import { bareRule, RuleFault, readRule, untilDate } from '../calendar/recurrence-rule.ts';
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
/** Texts in clear; empty takes one away. */
export type RoutineTexts = { readonly title?: string; readonly description?: string; readonly tags?: readonly string[] };

export type StartRoutine = Sent & {
  readonly type: 'Start';
  readonly fields: Partial<WritableRoutine> & { readonly rrule: string };
  readonly texts: RoutineTexts & { readonly title: string };
};
/** Only texts that differ: deciders never open sealed values. */
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
/** `of`: the event that was carried out; null: a date was passed over. */
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

const NOT_IN_PART = 'A routine is paused and resumed as a whole. Leave `from` out.';

function change(command: ChangeRoutine, state: Routine): readonly Decided<RoutineEvent>[] {
  const { fields, texts, paused, zone, from } = command;
  const before = state.fields;
  if (from !== undefined && paused !== undefined && paused !== before.paused)
    throw new RuleViolation('validation_failed', NOT_IN_PART, { from: [NOT_IN_PART] });
  const { rrule, start_date, ...plain } = fields;
  // What differs for any of the dates that are to change.
  const spans = from === undefined ? [before, ...state.earlier.map((one) => one.fields)] : [before];
  const differs = (name: string, value: unknown): boolean => spans.some((span) => value !== span[name as keyof RoutineFields]);
  const newRule =
    (rrule !== undefined && differs('rrule', bareRule(rrule))) || (start_date !== undefined && differs('start_date', start_date));
  const wanted = { ...plain, ...(newRule ? ruled(rrule ?? before.rrule, start_date ?? before.start_date, zone) : {}) };
  const other = Object.fromEntries(Object.entries(wanted).filter(([name, value]) => differs(name, value)));
  const next = { ...before, ...other };
  const first = fromDate(next.start_date, next.due_time, command);
  const from_date = from !== undefined && from > first ? from : first;
  const anew = newRule || 'mode' in other ? { from_date } : {};
  const events: Decided<RoutineEvent>[] = [];
  // The same as before from an earlier date on is a change, too.
  const sooner = from !== undefined && state.earlier.some((one) => one.before > from);
  if (Object.keys(other).length > 0 || writes(state, texts) || sooner)
    events.push(event('RoutineChanged', command, state, { ...other, ...anew }, texts, from));
  if (paused === true && !before.paused) events.push(event('RoutinePaused', command, state, { paused: true }, {}));
  if (paused === false && before.paused) events.push(event('RoutineResumed', command, state, { paused: false, from_date }, {}));
  return events;
}

const end = (command: EndRoutine, state: Routine): Decided<RoutineEvent> => event('RoutineEnded', command, state, { ended: true }, {});

function note({ at, of, through, current }: NoteApplied, state: Routine): readonly Decided<RoutineEvent>[] {
  if (of !== null && state.applied.includes(of)) return [];
  return [{ type: 'RoutineApplied', data: { of, through, current }, at, by: SYSTEM }];
}

const isBlank = (value: string | readonly string[] | undefined): boolean => value === undefined || value.length === 0;
const cleared = (state: Routine | null, texts: RoutineTexts): readonly RoutineText[] =>
  ROUTINE_TEXTS.filter((name) => texts[name] !== undefined && isBlank(texts[name]) && state !== null && state.texts[name] !== null);
const written = (texts: RoutineTexts): readonly RoutineText[] => ROUTINE_TEXTS.filter((name) => !isBlank(texts[name]));
const writes = (state: Routine, texts: RoutineTexts): boolean => written(texts).length > 0 || cleared(state, texts).length > 0;

function event(
  type: RoutineChangeEvent['type'],
  { now }: Sent,
  state: Routine | null,
  set: Partial<RoutineFields>,
  texts: RoutineTexts,
  from?: string,
): Decided<RoutineEvent> {
  const own = written(texts);
  const gone = cleared(state, texts);
  const pick = (names: readonly string[], from: object) =>
    Object.fromEntries(names.map((name) => [name, (from as Record<string, unknown>)[name]]));
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
