import { addDays, dueInstant, localDate } from '../calendar/local.ts';
import { checkedFirstDate, datesWithin } from '../calendar/recurrence.ts';
import { bareRule, RuleFault, readRule, untilDate } from '../calendar/recurrence-rule.ts';
import { DAYS_AHEAD, endingAfter } from '../calendar/routine-dates.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { keysOf, pick } from '../kernel/records.ts';
import {
  ROUTINE_EVENTS,
  ROUTINE_TEXTS,
  type RoutineChange,
  type RoutineChangeEvent,
  type RoutineEvent,
  type RoutineFields,
  type RoutineMode,
  type RoutineText,
} from './events.ts';
import { evolve, initial, type Routine, type RoutineState } from './state.ts';

interface Sent {
  readonly owner: string;
  readonly now: string;
  readonly zone: string;
}
type Plain = 'due_time' | 'mode' | 'verification_type' | 'priority' | 'estimate_minutes';
export type WritableRoutine = Pick<RoutineFields, 'rrule' | 'start_date' | Plain>;
/** Plain texts; an empty text removes the stored one. */
export type RoutineTexts = {
  readonly title?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly proof_requirement?: string;
};

export type StartRoutine = Sent & {
  readonly type: 'Start';
  readonly fields: Partial<WritableRoutine> & { readonly rrule: string };
  readonly texts: RoutineTexts & { readonly title: string };
  /** How many routines the owner has; left out: the limit does not apply. */
  readonly routines?: number;
  /** How many more tasks the account can hold; left out: any number. */
  readonly room?: number;
};
/** The caller sends only texts that differ, because deciders never open sealed values. */
export type ChangeRoutine = Sent & {
  readonly type: 'Change';
  readonly if_match: number | null;
  readonly fields: Partial<WritableRoutine>;
  readonly texts: RoutineTexts;
  readonly paused?: boolean;
  /** Change only occurrences on or after this local date; left out: all that are not yet due. */
  readonly from?: string | undefined;
  /** How many dates there are in the future from which other routines of the owner change; left out: none. */
  readonly elsewhere?: number;
};
export type EndRoutine = Sent & { readonly type: 'End'; readonly if_match: number | null };
/** `of`: the event whose effects the tasks now have; null: a date was skipped because it was too late. */
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
  const { now, zone, fields, texts, routines = 0 } = command;
  // Checks this first, because searching the dates of a rule can be slow.
  if (routines >= MOST_ROUTINES) throw new RuleViolation('limit_reached', TOO_MANY_ROUTINES);
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
  refuseWithoutRoom(command, set);
  return event('RoutineStarted', command, null, set, texts);
}

export const MOST_ROUTINES = 500;
const TOO_MANY_ROUTINES = `You have ${MOST_ROUTINES} routines, which is as many as an account holds. End one of them, then try again.`;
const NO_ROOM =
  'An account holds 20,000 tasks that are not archived, and there is no room for the days of this routine. Archive or delete some, then try again.';

/** A routine can start only if there is room for the occurrences of its first days. Later occurrences are made in any case. */
function refuseWithoutRoom({ room, now, zone }: StartRoutine, set: RoutineFields): void {
  if (room === undefined) return;
  const { rrule, start_date: start, until } = set;
  const dates = datesWithin({ rrule, start, until }, set.from_date, addDays(localDate(now, zone), DAYS_AHEAD));
  if (room < (set.mode === 'due' ? dates.length : Math.min(1, dates.length))) throw new RuleViolation('limit_reached', NO_ROOM);
}

/** @throws RuleViolation validation_failed on rrule */
function ruled(text: string, start_date: string, zone: string): Pick<RoutineFields, 'rrule' | 'start_date' | 'until'> {
  const rrule = bareRule(text);
  try {
    const typed = readRule(rrule).until;
    const until = typed === null ? null : untilDate(typed, zone);
    if (checkedFirstDate({ rrule, start: start_date, until }) === null)
      throw new RuleFault('This rule never comes: there is no date that fits it.');
    return { rrule, start_date, until };
  } catch (error) {
    if (error instanceof RuleFault) throw invalidRule(error.message);
    throw error;
  }
}

const invalidRule = (sentence: string): RuleViolation => new RuleViolation('validation_failed', sentence, { rrule: [sentence] });

/** The first date whose occurrence can still be done in time. */
function fromDate(start_date: string, due_time: string | null, { now, zone }: Sent): string {
  const today = localDate(now, zone);
  const first = now > dueInstant(today, due_time, zone) ? addDays(today, 1) : today;
  return start_date > first ? start_date : first;
}

/** The most future dates from which a routine can change. All spans of all routines of an owner are stored in one document. */
const MOST_SPANS = 50;
const MOST_SPANS_IN_ALL = 500;
const TOO_MANY_IN_ALL = `Routines can change from ${MOST_SPANS_IN_ALL} dates on at most, all of them together. Let some of those dates pass first.`;
const TOO_MANY = `A routine can change from ${MOST_SPANS} dates on at most. Let some of them pass first.`;

const NOT_IN_PART = 'A routine is paused and resumed as a whole. Leave `from` out.';

function change(command: ChangeRoutine, state: Routine): readonly Decided<RoutineEvent>[] {
  const { texts, paused, from } = command;
  const before = state.fields;
  if (from !== undefined && paused !== undefined && paused !== before.paused)
    throw new RuleViolation('validation_failed', NOT_IN_PART, { from: [NOT_IN_PART] });
  const spans = [...endingAfter(state.earlier, from), state].map((one) => one.fields);
  const wanted = ruledAnew(command, before);
  const differs = (name: keyof RoutineFields): boolean => spans.some((span) => wanted[name] !== span[name]);
  const other = pick(wanted, keysOf(wanted).filter(differs));
  const from_date = goesOnFrom(command, { ...before, ...other }, spans);
  const anew = ['rrule', 'start_date', 'until', 'mode'].some((name) => name in other) ? { from_date } : {};
  const ahead = state.earlier.filter(({ before: end }) => end > localDate(command.now, command.zone) && end !== from);
  const events: Decided<RoutineEvent>[] = [];
  if (Object.keys(other).length > 0 || writes(state, texts, from)) {
    if (from !== undefined && ahead.length >= MOST_SPANS) throw new RuleViolation('conflict', TOO_MANY);
    if (from !== undefined && ahead.length + (command.elsewhere ?? 0) >= MOST_SPANS_IN_ALL)
      throw new RuleViolation('conflict', TOO_MANY_IN_ALL);
    events.push(event('RoutineChanged', command, state, { ...other, ...anew }, texts, from));
  }
  if (paused === true && !before.paused) events.push(event('RoutinePaused', command, state, { paused: true }, {}));
  if (paused === false && before.paused) events.push(event('RoutineResumed', command, state, { paused: false, from_date }, {}));
  return events;
}

/**
 * Completes the given fields with those that depend on the rule. Fields that are left out keep their value, which can differ from span to
 * span.
 */
function ruledAnew({ fields: { rrule, start_date, ...plain }, zone }: ChangeRoutine, before: RoutineFields): Partial<RoutineFields> {
  const isSame = (rrule === undefined || bareRule(rrule) === before.rrule) && (start_date ?? before.start_date) === before.start_date;
  const { until, ...rule } = isSame ? before : ruled(rrule ?? before.rrule, start_date ?? before.start_date, zone);
  return {
    ...plain,
    ...(rrule !== undefined && { rrule: rule.rrule, until }),
    ...(start_date !== undefined && { start_date: rule.start_date }),
  };
}

/** The first date for which an occurrence can be made under a rule that applies from now on, or from `from` on. */
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
  const data: RoutineChange = {
    set,
    was: state === null ? {} : pick(state.fields, keysOf(set)),
    own_texts: own,
    texts: Object.fromEntries(gone.map((name) => [name, null])),
    was_texts: state === null ? {} : pick(state.texts, [...own, ...gone]),
    ...(from !== undefined && { from }),
  };
  return { type, data, at: now, ...(own.length > 0 ? { private: pick(texts, own) } : {}) };
}

export const routineDecider: Decider<RoutineState, RoutineCommand, RoutineEvent> = { events: ROUTINE_EVENTS, initial, evolve, decide };
