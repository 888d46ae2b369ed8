import { later } from '../calendar/dates.ts';
import { localDate } from '../calendar/local.ts';
import { isOpen } from '../calendar/task-times.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { hasEntry, type LayeredMap, withEntry } from '../kernel/layered-map.ts';
import { FOCUS_EVENTS, type FocusEnd, type FocusEvent, type RecordedFocusEvent } from './events.ts';
import { endByTime, endedSession, focusedSeconds, pausedSince, type Session, sessionAfter } from './rules.ts';

export interface FocusState {
  /** The session that runs or is paused. */
  readonly current: Session | null;
  /** The session of the newest event. */
  readonly last: Session | null;
  /** The revision of the newest event, which is the version of the session that it belongs to. */
  readonly version: number;
  /** The ids of the sessions that have ended. */
  readonly ended: LayeredMap<true>;
  /** The instant of the newest event. */
  readonly noted: string;
}

const initial: FocusState = { current: null, last: null, version: -1, ended: [], noted: '' };

function evolve(state: FocusState, event: RecordedFocusEvent): FocusState {
  const { session_id } = event.data;
  const known = event.type === 'FocusStarted' || state.current?.session_id === session_id;
  const session = known ? sessionAfter(state.current, event) : null;
  if (session === null) return state;
  const isOver = session.ended_at !== null;
  return {
    current: isOver ? null : session,
    last: session,
    version: event.revision,
    ended: isOver ? withEntry(state.ended, session_id, true) : state.ended,
    noted: later(state.noted, event.metadata.at),
  };
}

interface Sent {
  readonly now: string;
}

/** What the rules need to know about the task of a new session. */
export interface FocusTask {
  readonly id: string;
  readonly status: string;
  readonly archived: boolean;
}

export interface FocusBox {
  readonly id: string;
  readonly minutes: number;
  readonly ends_at: string;
}

/** `minutes`: null: those of the box, or else the usual ones. The caller has checked that the box is one of the task. */
export type StartFocus = Sent & {
  readonly type: 'Start';
  readonly session_id: string;
  readonly zone: string;
  readonly minutes: number | null;
  readonly task: FocusTask | null;
  readonly box: FocusBox | null;
};

/** `if_match`: the version of the session. */
type OnSession = Sent & { readonly session_id: string; readonly if_match: number | null };

export type StopFocus = OnSession & { readonly type: 'Stop'; readonly end: 'stopped' | 'completed' };

export type FocusCommand =
  | StartFocus
  | (OnSession & { readonly type: 'Pause' | 'Resume' })
  | StopFocus
  /** Ends the session of a task that was completed, skipped, archived or removed at `now`. */
  | (Sent & { readonly type: 'FollowTask'; readonly task_id: string; readonly end: 'stopped' | 'completed' })
  /** Applies elapsed time and changes nothing else. */
  | (Sent & { readonly type: 'Advance' });

const USUAL_MINUTES = 25;
const MOST_MINUTES = 180;

/** First elapsed time is applied up to `now`, then the command is decided. */
function decide(command: FocusCommand, state: FocusState): readonly Decided<FocusEvent>[] {
  const now = later(command.now, state.noted);
  const { current, events } = afterElapsedTime(state, now);
  switch (command.type) {
    case 'Advance':
      return events;
    case 'Start':
      return [...events, ...start(command, state, { current, now })];
    case 'FollowTask': {
      const isIts = current?.task_id === command.task_id && current.started_at <= command.now;
      return isIts ? [...events, ended(current, command.end, now)] : events;
    }
    default:
      return [...events, ...onSession(command, state, { current, now })];
  }
}

function afterElapsedTime({ current }: FocusState, now: string): { current: Session | null; events: readonly Decided<FocusEvent>[] } {
  const end = current && endByTime(current);
  if (current === null || end === null || end.at > now) return { current, events: [] };
  return { current: null, events: [{ ...endEvent(endedSession(current, end), end.end), at: end.at, by: SYSTEM }] };
}

interface Present {
  readonly current: Session | null;
  readonly now: string;
}

function start(command: StartFocus, state: FocusState, { current, now }: Present): readonly Decided<FocusEvent>[] {
  const { session_id, task, box } = command;
  if (state.current?.session_id === session_id || hasEntry(state.ended, session_id)) return [];
  if (task !== null) focusable(task);
  if (box !== null && box.ends_at <= now) throw new RuleViolation('deadline_passed', 'This time box is over. Start without it.');
  if (current !== null) throw new RuleViolation('conflict', 'A focus session is under way. End it before you start another one.');
  const minutes = command.minutes ?? Math.min(box?.minutes ?? USUAL_MINUTES, MOST_MINUTES);
  const data = { session_id, task_id: task?.id ?? null, box_id: box?.id ?? null, minutes, date: localDate(now, command.zone) };
  return [{ type: 'FocusStarted', data, at: now }];
}

function focusable({ status, archived }: FocusTask): void {
  if (archived) throw new RuleViolation('archived', 'This task is archived. Unarchive it before you work on it.');
  if (!isOpen(status) && status !== 'missed')
    throw new RuleViolation('conflict', `This task is ${status}. Reopen it before you work on it.`);
}

function onSession(
  command: Extract<FocusCommand, OnSession>,
  state: FocusState,
  { current, now }: Present,
): readonly Decided<FocusEvent>[] {
  const { session_id, if_match } = command;
  const isKnown = state.current?.session_id === session_id || hasEntry(state.ended, session_id);
  if (!isKnown) throw new RuleViolation('not_found', 'There is no such focus session.');
  // The version of an earlier session is not kept. It has ended, and is refused in any case.
  const isOther = if_match !== null && state.last?.session_id === session_id && if_match !== state.version;
  if (isOther) throw new RuleViolation('precondition_failed', 'This focus session has changed since you read it. Read it again.');
  if (current?.session_id !== session_id) throw new RuleViolation('conflict', 'This focus session has ended.');
  const data = { session_id, task_id: current.task_id };
  const isPaused = pausedSince(current) !== null;
  if (command.type === 'Stop') return [ended(current, command.end, now)];
  if (command.type === 'Pause') return isPaused ? [] : [{ type: 'FocusPaused', data, at: now }];
  return isPaused ? [{ type: 'FocusResumed', data, at: now }] : [];
}

const ended = (session: Session, end: FocusEnd, now: string): Decided<FocusEvent> => ({
  ...endEvent(endedSession(session, { ended_at: now, end }), end),
  at: now,
});

function endEvent(session: Session, end: FocusEnd): Extract<FocusEvent, { readonly type: 'FocusEnded' }> {
  const { session_id, task_id, box_id, date, ended_at } = session;
  const until = ended_at ?? session.started_at;
  return {
    type: 'FocusEnded',
    data: { session_id, task_id, box_id, end, date, ended_at: until, focused_seconds: focusedSeconds(session, until) },
  };
}

export const focusDecider: Decider<FocusState, FocusCommand, FocusEvent> = { events: FOCUS_EVENTS, initial, evolve, decide };
