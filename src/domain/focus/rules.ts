import { fromEpoch, HOUR, MINUTE, plus, SECOND, toEpoch } from '../calendar/dates.ts';
import type { FocusEnd, RecordedFocusEvent } from './events.ts';

/** `to` is null while the pause lasts. */
type Pause = { readonly from: string; readonly to: string | null };

/** A focus session. What depends on the present instant is derived from it. */
export interface Session {
  readonly session_id: string;
  readonly task_id: string | null;
  readonly box_id: string | null;
  readonly minutes: number;
  /** The local date of the start, as it was then. */
  readonly date: string;
  readonly started_at: string;
  /** Oldest first. Only the last one can be without an end. */
  readonly pauses: readonly Pause[];
  readonly ended_at: string | null;
  readonly end: FocusEnd | null;
}

/** A session that is paused for so long ends by itself. */
const LONGEST_PAUSE = 2 * HOUR;

const length = (from: string, to: string): number => toEpoch(to) - toEpoch(from);

/** How long the pauses took that are over, in milliseconds. */
const paused = (pauses: readonly Pause[]): number => pauses.reduce((sum, { from, to }) => sum + (to === null ? 0 : length(from, to)), 0);

/** When the present pause began; null: the session runs or has ended. */
export const pausedSince = ({ pauses, ended_at }: Session): string | null => {
  const last = pauses.at(-1);
  return ended_at === null && last?.to === null ? last.from : null;
};

export const stateOf = (session: Session): 'running' | 'paused' | 'ended' => {
  if (session.ended_at !== null) return 'ended';
  return pausedSince(session) === null ? 'running' : 'paused';
};

/** When the minutes will have run, pauses left out. Null: the session does not run. */
export function endsAt(session: Session): string | null {
  if (stateOf(session) !== 'running') return null;
  return fromEpoch(toEpoch(session.started_at) + session.minutes * MINUTE + paused(session.pauses));
}

/** How long the owner was focused up to an instant, in whole seconds. */
export function focusedSeconds(session: Session, now: string): number {
  const until = session.ended_at ?? pausedSince(session) ?? now;
  return Math.max(0, Math.floor((length(session.started_at, until) - paused(session.pauses)) / SECOND));
}

/** How time alone ends a session: `at` is the instant at which it does, `ended_at` the one that counts as the end. */
interface EndByTime {
  readonly at: string;
  readonly ended_at: string;
  readonly end: 'finished' | 'abandoned';
}

/** What elapsed time will do with a session if nothing else happens. Null: it has ended. */
export function endByTime(session: Session): EndByTime | null {
  const since = pausedSince(session);
  if (since !== null) return { at: plus(since, LONGEST_PAUSE), ended_at: since, end: 'abandoned' };
  const at = endsAt(session);
  return at === null ? null : { at, ended_at: at, end: 'finished' };
}

/** The session as it is after its end. A pause that lasted until then ends with it. */
export const endedSession = (session: Session, { ended_at, end }: Pick<EndByTime, 'ended_at'> & { readonly end: FocusEnd }): Session => ({
  ...session,
  pauses: session.pauses.map(({ from, to }) => ({ from, to: to ?? ended_at })),
  ended_at,
  end,
});

/** The session as it is at an instant, whether or not the end that time alone brings has been recorded. */
export function settled(session: Session, now: string): Session {
  const end = endByTime(session);
  return end !== null && end.at <= now ? endedSession(session, end) : session;
}

/** The session after one of its events; null before its first one. */
export function sessionAfter(session: Session | null, event: RecordedFocusEvent): Session | null {
  const { at } = event.metadata;
  if (event.type === 'FocusStarted') return { ...event.data, started_at: at, pauses: [], ended_at: null, end: null };
  if (session === null) return null;
  switch (event.type) {
    case 'FocusPaused':
      return { ...session, pauses: [...session.pauses, { from: at, to: null }] };
    case 'FocusResumed':
      return { ...session, pauses: session.pauses.map(({ from, to }) => ({ from, to: to ?? at })) };
    case 'FocusEnded':
      return endedSession(session, event.data);
    default:
      return session;
  }
}
