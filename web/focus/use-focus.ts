import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { onCorrection, serverNow } from '../api/clock.ts';
import { type Focus, type FocusSession, focusQuery, newestSessionQuery } from '../api/focus.ts';
import { useBrowserValue } from '../lib/browser-value.ts';
import { readAfterFocus } from '../tasks/focus-acts.ts';
import { BREAK, type Rest, restOf, WATCHED } from './kept.ts';
import { MOST_PAUSED_MS } from './time-left.ts';

/** What the timer shows. `ended`: the end of a session waits for an answer. */
export type Phase =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' | 'paused' | 'ended'; readonly session: FocusSession }
  | { readonly kind: 'break' | 'break_over'; readonly rest: Rest };

const NONE: Phase = { kind: 'none' };
const SECOND = 1_000;
/** An end that nobody answered for so long is not shown any more. */
const ANSWERED_FOR_MS = 12 * 3_600_000;

/** An end that the person did not press themselves. */
const endedByItself = ({ end, endedAt }: FocusSession, now: number): boolean =>
  (end === 'finished' || end === 'abandoned') && endedAt !== null && now - Date.parse(endedAt) < ANSWERED_FOR_MS;

/** What of the timer is shown first: a session under way, a break, or an end without an answer. `now`: the server's time. */
export function phaseOf(current: FocusSession | null, ended: FocusSession | null, rest: Rest | null, now: number): Phase {
  if (current) return { kind: current.state === 'paused' ? 'paused' : 'running', session: current };
  if (rest) return { kind: now < rest.until ? 'break' : 'break_over', rest };
  return ended && endedByItself(ended, now) ? { kind: 'ended', session: ended } : NONE;
}

function eachSecond(notify: () => void): () => void {
  const timer = setInterval(notify, SECOND / 4);
  const stop = onCorrection(notify);
  return () => {
    clearInterval(timer);
    stop();
  };
}
const never = (): (() => void) => () => undefined;
const second = (): number => Math.floor(serverNow() / SECOND) * SECOND;

/** The server's time in whole seconds. While `on`, the component renders again with each second. */
const useSecond = (on: boolean): number => useSyncExternalStore(on ? eachSecond : never, second);

/** When the server ends the session if nothing happens. */
const endsBy = ({ endsAt, pauses }: FocusSession): number =>
  endsAt === null ? Date.parse(pauses.at(-1)?.from ?? '') + MOST_PAUSED_MS : Date.parse(endsAt);

/** Reads the session again once its time has run out, each second until the server has ended it. */
function useEndRead(current: FocusSession | null, now: number): void {
  const client = useQueryClient();
  const isOver = current !== null && now >= endsBy(current);
  const id = current?.taskId ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each second
  useEffect(() => {
    if (isOver) readAfterFocus(client, id);
  }, [client, isOver, id, isOver ? now : 0]);
}

/** A session that ended, here or elsewhere, has changed its task. */
function useRereadAtEnd(current: FocusSession | null): void {
  const client = useQueryClient();
  const before = useRef(current);
  useEffect(() => {
    const was = before.current;
    before.current = current;
    if (was && was.id !== current?.id) readAfterFocus(client, was.taskId);
  }, [client, current]);
}

export interface FocusState {
  readonly phase: Phase;
  readonly today: Focus['today'] | null;
  /** The server's time in whole seconds. */
  readonly now: number;
}

/** The state of the timer, from the server's session and from what this browser keeps. */
export function useFocus(): FocusState {
  const focus = useQuery(focusQuery()).data;
  const watched = useBrowserValue(WATCHED);
  const kept = useBrowserValue(BREAK);
  const current = focus?.current ?? null;
  const isNone = focus !== undefined && current === null;
  const newest = useQuery({ ...newestSessionQuery(), enabled: isNone && watched !== null });
  const found = newest.isFetching ? null : (newest.data ?? null);
  const ended = isNone && found?.id === watched ? found : null;
  const now = useSecond(current !== null || kept !== null);
  const rest = restOf(kept, now);
  useEndRead(current, now);
  useRereadAtEnd(current);
  const currentId = current?.id ?? null;
  useEffect(() => {
    if (currentId === null) return;
    WATCHED.set(currentId);
    BREAK.set(null);
  }, [currentId]);
  return { phase: phaseOf(current, ended, rest, now), today: focus?.today ?? null, now };
}

/** The end was seen and answered, in all tabs of this browser. */
export const answerEnd = (): void => WATCHED.set(null);
