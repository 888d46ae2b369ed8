import type { FocusSession } from '../api/focus.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
/** The server ends a session that was paused for so long. */
export const MOST_PAUSED_MS = 120 * MINUTE;

type Timed = Pick<FocusSession, 'startedAt' | 'endsAt' | 'endedAt' | 'minutes' | 'pauses' | 'state'>;

/** Milliseconds of pauses up to `now`, the server's time. */
function pausedMs({ pauses }: Pick<Timed, 'pauses'>, now: number): number {
  return pauses.reduce((sum, { from, to }) => sum + Math.max(0, (to === null ? now : Date.parse(to)) - Date.parse(from)), 0);
}

/** Milliseconds without pauses, from 0 to the length of the session. `now`: the server's time. */
export function focusedMs(session: Timed, now: number): number {
  const until = session.endedAt === null ? now : Date.parse(session.endedAt);
  const counted = until - Date.parse(session.startedAt) - pausedMs(session, until);
  return Math.min(session.minutes * MINUTE, Math.max(0, counted));
}

export const leftMs = (session: Timed, now: number): number => session.minutes * MINUTE - focusedMs(session, now);

/** When a paused session would end if it went on now, or when a running one ends. In milliseconds. */
export const endIfGoingOn = (session: Timed, now: number): number =>
  session.endsAt === null ? now + leftMs(session, now) : Date.parse(session.endsAt);

/** '47:40', and '1:05:00' from an hour on. A begun second counts, so that the whole length is seen first and 0:00 last. */
export function clockWords(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / SECOND);
  const pad = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60)];
  return `${hours > 0 ? `${hours}:` : ''}${pad(minutes)}:${pad(seconds % 60)}`;
}

export interface Piece {
  readonly kind: 'focus' | 'pause';
  /** In percent of the whole line. */
  readonly from: number;
  readonly width: number;
}

/**
 * The line from the start of a session to its end: what was focused, and the pauses between. A session under way reaches as far
 * as it would last if it went on now. `now`: the server's time.
 */
export function pieces(session: Timed, now: number): readonly Piece[] {
  const start = Date.parse(session.startedAt);
  const until = session.endedAt === null ? now : Date.parse(session.endedAt);
  const end = session.endedAt === null ? endIfGoingOn(session, now) : until;
  const percent = (ms: number): number => (end <= start ? 0 : Math.min(100, Math.max(0, ((ms - start) / (end - start)) * 100)));
  const found: Piece[] = [];
  let at = start;
  const add = (kind: Piece['kind'], from: number, to: number): void => {
    if (to > from) found.push({ kind, from: percent(from), width: percent(to) - percent(from) });
  };
  for (const pause of session.pauses) {
    const [from, to] = [Date.parse(pause.from), pause.to === null ? until : Date.parse(pause.to)];
    add('focus', at, from);
    add('pause', from, to);
    at = to;
  }
  add('focus', at, Math.min(until, end));
  return found;
}
