import { later } from '../calendar/dates.ts';
import { dueInstant, type ZoneMove } from '../calendar/local.ts';
import { isOpen } from '../calendar/task-times.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { type Place, type RecordedTimeBoxEvent, TIME_BOX_EVENTS, type TimeBoxEvent } from './events.ts';
import { boxEnd, MOST_BOXES, movesAhead, placeAfterMove, samePlace } from './rules.ts';

export interface TimeBoxState {
  readonly owner: string | null;
  readonly task_id: string;
  /** The last place, also of a box that was removed. Null: the box was never planned. */
  readonly place: Place | null;
  readonly zone_move: number | null;
  readonly created_at: string;
  readonly is_planned: boolean;
  /** The change of the task that took the box away; null: no change of the task did. */
  readonly removed_by: string | null;
  /** The changes of the task that have taken it away. Each does so once. */
  readonly handled: readonly string[];
  /** The revision of the last change. */
  readonly version: number;
  readonly noted: string;
}

const initial: TimeBoxState = {
  owner: null,
  task_id: '',
  place: null,
  zone_move: null,
  created_at: '',
  is_planned: false,
  removed_by: null,
  handled: [],
  version: -1,
  noted: '',
};

function evolve(state: TimeBoxState, event: RecordedTimeBoxEvent): TimeBoxState {
  const { metadata, revision: version } = event;
  const next = { ...state, owner: state.owner ?? metadata.owner, version, noted: later(state.noted, metadata.at) };
  switch (event.type) {
    case 'TimeBoxPlanned': {
      const { task_id, created_at, zone_move } = event.data;
      return { ...next, task_id, created_at, zone_move, place: placeIn(event.data), is_planned: true, removed_by: null };
    }
    case 'TimeBoxMoved':
      return { ...next, zone_move: event.data.zone_move, place: placeIn(event.data) };
    case 'TimeBoxRemoved': {
      const { because } = event.data;
      const handled = because === null ? state.handled : [...state.handled, because];
      return { ...next, is_planned: false, removed_by: because, handled };
    }
    default:
      return state;
  }
}

const placeIn = ({ date, time, minutes, starts_at }: Place): Place => ({ date, time, minutes, starts_at });

/** `moves`: the owner's changes of zone, oldest first. */
interface Sent {
  readonly owner: string;
  readonly now: string;
  readonly zone: string;
  readonly moves: readonly ZoneMove[];
}
interface Matching {
  /** The version of the box that the sender last read; null accepts any version. */
  readonly if_match: number | null;
}

/** The task of a new box; null: there is none with this id, or it is somebody else's. */
export type BoxTask = { readonly status: string; readonly archived: boolean } | null;

/** `others`: how many other boxes there are on the date. */
export type PlanTimeBox = Sent & {
  readonly type: 'Plan';
  readonly task_id: string;
  readonly task: BoxTask;
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
  readonly others: number;
};
export type MoveTimeBox = Sent &
  Matching & {
    readonly type: 'Move';
    readonly date?: string;
    readonly time?: string;
    readonly minutes?: number;
    readonly others: number;
  };

export type TimeBoxCommand =
  | PlanTimeBox
  | MoveTimeBox
  | (Sent & Matching & { readonly type: 'Remove' })
  /** The task was completed, skipped, archived or removed by the event `because`, at `now`. */
  | (Sent & { readonly type: 'TakeAway'; readonly because: string })
  /** The change of the task that took the box away was undone at `now`. */
  | (Sent & { readonly type: 'BringBack'; readonly undoes: string })
  /** Moves the box according to the owner's changes of zone up to `now`. */
  | (Sent & { readonly type: 'Rezone' });

const notFound = (): RuleViolation => new RuleViolation('not_found', 'There is no such time box.');
const invalid = (fields: Readonly<Record<string, readonly string[]>>): RuleViolation =>
  new RuleViolation('validation_failed', 'Some of what you sent cannot be taken. See the fields.', fields);

const PASSED = { time: ['This time has passed. Choose a later one.'] };
const boxOver = (): RuleViolation => new RuleViolation('deadline_passed', 'This time box is over, and stays where it is.');
const tooMany = (): RuleViolation =>
  new RuleViolation('limit_reached', `A day holds ${MOST_BOXES} time boxes. Remove one of them, or choose another day.`);

function decide(command: TimeBoxCommand, state: TimeBoxState): readonly Decided<TimeBoxEvent>[] {
  if (command.type === 'Plan') return plan(command, state);
  const { owner, place } = state;
  if (owner !== command.owner || place === null) throw notFound();
  const now = later(command.now, state.noted);
  if (command.type === 'BringBack') return bringBack({ ...command, now }, state, place);
  if (!state.is_planned) {
    if (command.type === 'Move' || command.type === 'Remove') throw notFound();
    return [];
  }
  const inZone = afterZoneMoves({ place, zone_move: state.zone_move }, { ...command, now }, state);
  switch (command.type) {
    case 'Rezone':
      return inZone.events;
    case 'Move':
      return [...inZone.events, ...move({ ...command, now }, state, inZone)];
    case 'Remove':
      matching(command, state);
      if (boxEnd(inZone.place) <= now) throw boxOver();
      return [...inZone.events, removed(state.task_id, inZone.place, null, now)];
    case 'TakeAway': {
      const stays = inZone.place.starts_at <= command.now || state.handled.includes(command.because);
      return stays ? inZone.events : [...inZone.events, removed(state.task_id, inZone.place, command.because, now)];
    }
  }
}

function matching({ if_match }: Matching, { version }: TimeBoxState): void {
  if (if_match !== null && if_match !== version)
    throw new RuleViolation('precondition_failed', 'This time box has changed since you read it. Read it again.');
}

const removed = (task_id: string, place: Place, because: string | null, at: string): Decided<TimeBoxEvent> => ({
  type: 'TimeBoxRemoved',
  data: { task_id, ...place, because },
  at,
});

const placeOf = (date: string, time: string, minutes: number, zone: string): Place => ({
  date,
  time,
  minutes,
  starts_at: dueInstant(date, time, zone),
});

const newestMove = ({ moves }: Sent): number | null => moves.at(-1)?.revision ?? null;

function plan(command: PlanTimeBox, state: TimeBoxState): readonly Decided<TimeBoxEvent>[] {
  if (state.owner !== null && state.owner !== command.owner) throw notFound();
  if (state.place !== null) return [];
  const { task_id, task, date, time, minutes, zone, now } = command;
  const place = placeOf(date, time, minutes, zone);
  const faults = { ...(task === null && { task_id: ['There is no such task.'] }), ...(boxEnd(place) <= now && PASSED) };
  if (Object.keys(faults).length > 0) throw invalid(faults);
  plannable(task);
  if (command.others >= MOST_BOXES) throw tooMany();
  const data = { task_id, ...place, zone, zone_move: newestMove(command), created_at: now, returns: null };
  return [{ type: 'TimeBoxPlanned', data, at: now }];
}

function plannable(task: BoxTask): void {
  if (task === null) return;
  if (task.archived) throw new RuleViolation('archived', 'This task is archived. Unarchive it before you plan a time for it.');
  if (!isOpen(task.status) && task.status !== 'missed')
    throw new RuleViolation('conflict', `This task is ${task.status}. Reopen it before you plan a time for it.`);
}

interface Zoned {
  readonly place: Place;
  readonly zone_move: number | null;
}
type InZone = Zoned & { readonly events: readonly Decided<TimeBoxEvent>[] };

function move(command: MoveTimeBox, state: TimeBoxState, { place, zone_move }: Zoned): readonly Decided<TimeBoxEvent>[] {
  const { date = place.date, time = place.time, minutes = place.minutes, zone, now } = command;
  const keepsStart = date === place.date && time === place.time;
  const isOver = boxEnd(place) <= now;
  // An instant that was computed does not change with the length, even if the zone is another one now.
  const to = keepsStart ? { ...place, minutes } : placeOf(date, time, minutes, zone);
  const hasPassed = boxEnd(to) <= now;
  if (hasPassed && !(isOver && keepsStart)) throw invalid(PASSED);
  matching(command, state);
  if (isOver) throw boxOver();
  if (samePlace(to, place)) return [];
  if (date !== place.date && command.others >= MOST_BOXES) throw tooMany();
  const follows = keepsStart ? zone_move : newestMove(command);
  return [{ type: 'TimeBoxMoved', data: { task_id: state.task_id, ...to, zone, zone_move: follows, from: place }, at: now }];
}

function bringBack(
  command: Extract<TimeBoxCommand, { readonly type: 'BringBack' }>,
  { is_planned, removed_by, task_id, created_at, zone_move }: TimeBoxState,
  before: Place,
): readonly Decided<TimeBoxEvent>[] {
  if (is_planned || removed_by !== command.undoes) return [];
  const { now, zone, moves } = command;
  const place = movesAhead({ zone_move }, moves, now).reduce(placeAfterMove, before);
  if (place.starts_at <= now) return [];
  const data = { task_id, ...place, zone, zone_move: newestMove(command), created_at, returns: command.undoes };
  return [{ type: 'TimeBoxPlanned', data, at: now }];
}

/** Moves a box according to each change of zone that it does not follow yet. */
function afterZoneMoves(from: Zoned, { moves, now }: Sent, { task_id, noted }: TimeBoxState): InZone {
  return movesAhead(from, moves, now).reduce<InZone>(
    ({ place, zone_move, events }, move) => {
      const next = placeAfterMove(place, move);
      if (samePlace(next, place)) return { place, zone_move, events };
      const { revision, to, at } = move;
      const data = { task_id, ...next, zone: to, zone_move: revision, from: place };
      const moved: Decided<TimeBoxEvent> = { type: 'TimeBoxMoved', data, at: later(at, noted), by: SYSTEM };
      return { place: next, zone_move: revision, events: [...events, moved] };
    },
    { ...from, events: [] },
  );
}

export const timeBoxDecider: Decider<TimeBoxState, TimeBoxCommand, TimeBoxEvent> = {
  events: TIME_BOX_EVENTS,
  initial,
  evolve,
  decide,
};
