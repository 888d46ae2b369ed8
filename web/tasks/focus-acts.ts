import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { clockTime } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { auditKeys } from '../api/audit.ts';
import { serverNow } from '../api/clock.ts';
import {
  type Focus,
  type FocusSession,
  focusKeys,
  focusQuery,
  pauseFocus,
  putSession,
  resumeFocus,
  type StartFocus,
  startFocus,
  stopFocus,
} from '../api/focus.ts';
import { nextKeys } from '../api/next.ts';
import { zoneOf } from '../api/owner-clock.ts';
import { failedWith, messageOf } from '../api/problem.ts';
import { reportKeys } from '../api/reports.ts';
import { taskKeys } from '../api/tasks.ts';
import { type TimeBox, timeBoxesQuery } from '../api/time-boxes.ts';
import { localTime } from '../lib/calendar.ts';
import { toast } from '../ui/toast.tsx';
import { type FocusTask, openFocus } from './focus-panel.ts';

const DEFAULT_MINUTES = 25;
const MOST_MINUTES = 180;
const MINUTE = 60_000;
const BOXES_FRESH_MS = 60_000;
const TOAST = 'focus';

/** The box of this task that covers the instant. `now`: the server's time in milliseconds. */
export const boxNow = (boxes: readonly TimeBox[], taskId: string, now: number): TimeBox | undefined =>
  boxes.find((box) => box.taskId === taskId && Date.parse(box.startsAt) <= now && now < Date.parse(box.endsAt));

/** The minutes that are left of a box, or 25 without one. */
export function minutesFor(box: Pick<TimeBox, 'endsAt'> | undefined, now: number): number {
  if (!box) return DEFAULT_MINUTES;
  return Math.min(MOST_MINUTES, Math.max(1, Math.round((Date.parse(box.endsAt) - now) / MINUTE)));
}

/** A box that began yesterday may go on past midnight. */
async function presentBox(client: QueryClient, taskId: string): Promise<TimeBox | undefined> {
  const now = serverNow();
  const { date } = localTime(now, zoneOf(client));
  // Without its box the session still starts, and so counts for the task.
  const boxes = await client.fetchQuery({ ...timeBoxesQuery(addDays(date, -1), date), staleTime: BOXES_FRESH_MS }).catch(() => []);
  return boxNow(boxes, taskId, now);
}

/** What a session that started or ended changes: the task's status and minutes, figures, and what is next. */
export function readAfterFocus(client: QueryClient, taskId: string | null): void {
  const ofTask = taskId === null ? [] : [taskKeys.one(taskId), taskKeys.lists, auditKeys.task(taskId)];
  for (const queryKey of [focusKeys.all, nextKeys.all, reportKeys.all, ...ofTask]) void client.invalidateQueries({ queryKey });
}

/** Removes the time boxes' part of the body where there is no box. */
async function bodyOf(client: QueryClient, task: FocusTask | null, minutes: number | undefined, wanted?: TimeBox): Promise<StartFocus> {
  if (task === null) return { minutes: minutes ?? DEFAULT_MINUTES };
  // A box that has not begun gives its whole length.
  if (wanted && Date.parse(wanted.startsAt) > serverNow())
    return { taskId: task.id, boxId: wanted.id, minutes: Math.min(MOST_MINUTES, wanted.minutes) };
  const box = await presentBox(client, task.id);
  return { taskId: task.id, ...(box && { boxId: box.id }), minutes: minutes ?? minutesFor(box, serverNow()) };
}

let starting = false;

/**
 * Starts the timer on a task, for the rest of its time box or for 25 minutes. `box`: one that has not begun. If a session is under way, its panel is opened
 * instead: one press must not end what somebody works on, perhaps on another device.
 */
export async function startFocusOn(client: QueryClient, task: FocusTask, minutes?: number, box?: TimeBox): Promise<void> {
  const current = client.getQueryData<Focus>(focusKeys.now)?.current;
  if (current) return openFocus(current.taskId === task.id ? null : task);
  if (starting) return;
  // The server counts the time. A start that is sent when the connection is back would begin what nobody works on any more.
  if (!onlineManager.isOnline()) return toast.error('You are offline. The timer starts only with a connection.', { id: TOAST });
  starting = true;
  try {
    const session = await startFocus(await bodyOf(client, task, minutes, box));
    started(client, session);
  } catch (error) {
    await refused(client, task, error);
  } finally {
    starting = false;
  }
}

function started(client: QueryClient, session: FocusSession): void {
  putSession(client, session);
  readAfterFocus(client, session.taskId);
  const until = session.endsAt ? `, until ${clockTime(localTime(session.endsAt, zoneOf(client)).time)}` : '';
  toast.success(`In focus for ${session.minutes} min${until}`, { id: TOAST, ...(session.title ? { detail: session.title } : {}) });
}

async function refused(client: QueryClient, task: FocusTask, error: unknown): Promise<void> {
  if (failedWith(error, 'conflict')) {
    const { current } = await client.fetchQuery(focusQuery()).catch(() => ({ current: null }));
    if (current) return openFocus(current.taskId === task.id ? null : task);
  }
  readAfterFocus(client, task.id);
  toast.error(messageOf(error), { id: TOAST });
}

/** Ends the session under way and starts one on this task. */
export async function switchFocus(client: QueryClient, session: FocusSession, task: FocusTask): Promise<void> {
  if (await changeSession(client, session, 'stop')) await startFocusOn(client, task);
}

export type SessionChange = 'pause' | 'resume' | 'stop';
const SEND = { pause: pauseFocus, resume: resumeFocus, stop: (id: string) => stopFocus(id, false) } as const;

/** The session as the server will answer. `now`: the server's time in milliseconds. */
export function changedSession(session: FocusSession, change: SessionChange, now: number): FocusSession {
  const at = new Date(now).toISOString();
  if (change === 'pause') {
    if (session.state !== 'running') return session;
    return { ...session, state: 'paused', endsAt: null, pauses: [...session.pauses, { from: at, to: null }] };
  }
  const pauses = session.pauses.map(({ from, to }) => ({ from, to: to ?? at }));
  if (change === 'stop') return { ...session, state: 'ended', endsAt: null, endedAt: at, end: 'stopped', pauses };
  const paused = pauses.reduce((sum, { from, to }) => sum + Date.parse(to) - Date.parse(from), 0);
  const endsAt = new Date(Date.parse(session.startedAt) + session.minutes * MINUTE + paused).toISOString();
  return { ...session, state: 'running', endsAt, pauses };
}

/** The screen shows the change at once. False: the server refused it, and the screen shows the session as it now is. */
export async function changeSession(client: QueryClient, session: FocusSession, change: SessionChange): Promise<boolean> {
  await client.cancelQueries({ queryKey: focusKeys.all });
  putSession(client, changedSession(session, change, serverNow()));
  try {
    const answer = await SEND[change](session.id);
    putSession(client, answer);
    if (change === 'stop') readAfterFocus(client, answer.taskId);
    return true;
  } catch (error) {
    readAfterFocus(client, session.taskId);
    // It ended elsewhere, or by itself in this moment: the panel says how.
    if (!failedWith(error, 'conflict')) toast.error(messageOf(error), { id: TOAST });
    return false;
  }
}
