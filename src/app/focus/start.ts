import { isOpen } from '../../domain/calendar/task-times.ts';
import type { FocusBox, FocusTask } from '../../domain/focus/decide.ts';
import { FocusStarted } from '../../domain/focus/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import { timeBox } from '../../projections/time-box.ts';
import type { App } from '../app.ts';
import { type Caller, ownerZone } from '../caller.ts';
import { latest, loadTask, send, sent } from '../task/task-send.ts';
import { advanceTask } from '../task/tasks.ts';
import { loadFocus, sendFocus } from './focus-send.ts';

export interface FocusInput {
  readonly task_id?: string | undefined;
  readonly box_id?: string | undefined;
  /** Left out: those of the box, or else 25. */
  readonly minutes?: number | undefined;
}

export interface FocusResult {
  /** The session. */
  readonly id: string;
  readonly position: Position | null;
}

/**
 * Starts a focus session. A pending task becomes one that is in progress. `id`: that of the new session; repeating the call with the same
 * id starts one session.
 * @throws RuleViolation validation_failed, archived, conflict, deadline_passed
 */
export async function startFocus(app: App, caller: Caller, input: FocusInput, id = app.newId()): Promise<FocusResult> {
  const zone = await ownerZone(app, caller.owner);
  const { task, box } = await subjectOf(app, caller, input);
  const command = { type: 'Start', session_id: id, now: app.clock.now(), zone, minutes: input.minutes ?? null, task, box } as const;
  const { position } = await sendFocus(app, caller, command);
  if (task === null) return { id, position };
  const begun = await beginTask(app, caller, task.id);
  const closed = await endIfClosed(app, caller, task.id);
  return { id, position: latest([position, begun, closed]) };
}

/** The task and the time box that the input names. @throws RuleViolation validation_failed */
async function subjectOf(
  app: App,
  { owner }: Caller,
  { task_id, box_id }: FocusInput,
): Promise<{ readonly task: FocusTask | null; readonly box: FocusBox | null }> {
  const found = box_id === undefined ? null : await timeBox(app.views, box_id);
  const box = found?.doc.owner === owner && found.doc.is_planned ? found : null;
  const named = box?.doc.task_id ?? task_id;
  const state = named === undefined ? null : await presentTask(app, owner, named);
  const isMissing = named !== undefined && state === null;
  const isOther = box !== null && task_id !== undefined && task_id !== box.doc.task_id;
  const faults = {
    ...(box_id !== undefined && (box === null || (isMissing && task_id === undefined)) && { box_id: ['There is no such time box.'] }),
    ...(task_id !== undefined && isMissing && { task_id: ['There is no such task.'] }),
    ...(isOther && { task_id: ['This time box is one of another task.'] }),
  };
  if (Object.keys(faults).length > 0)
    throw new RuleViolation('validation_failed', 'This session cannot be started. See the fields.', faults);
  return {
    task: state && { id: state.id, status: state.fields.status, archived: state.fields.archived },
    box: box && { id: box.id, minutes: box.doc.minutes, ends_at: box.doc.ends_at },
  };
}

/** The owner's task with elapsed time applied; null: there is none with this id. */
async function presentTask(app: App, owner: string, id: string): Promise<TaskState | null> {
  try {
    const { state } = await advanceTask(app, { owner, id });
    return exists(state) ? state : null;
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'not_found') return null;
    throw error;
  }
}

const ATTEMPTS = 5;

/**
 * Makes a pending task one that is in progress, as its owner would. If somebody changes the task at the same time, its new state decides.
 * Null: there was nothing to do.
 */
async function beginTask(app: App, caller: Caller, id: string, newId: (index: number) => string = app.newId): Promise<Position | null> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await loadTask(app, id);
    if (!exists(state) || state.fields.archived || state.fields.status !== 'pending') return null;
    const base = await sent(app, caller, state.version);
    const command = { type: 'SetStatus', ...base, status: 'in_progress', reason: null, children: [] } as const;
    try {
      return (await send(app, caller, id, command, { newId })).position;
    } catch (error) {
      if (!(error instanceof RuleViolation)) throw error;
      // The deadline has just passed, or the task was closed.
      if (error.code !== 'precondition_failed' || attempt === ATTEMPTS) return null;
    }
  }
}

/**
 * Begins the task of a session if the request that started the session was interrupted. It can be repeated at any later time: what the owner
 * has done with the task since stays.
 */
export async function beginFocusedTask(app: App, event: Recorded): Promise<Position | null> {
  const { owner, actor, at, correlation_id: correlationId } = event.metadata;
  if (owner === null || !isEvent(event, FocusStarted) || event.data.task_id === null) return null;
  const { session_id, task_id } = event.data;
  const [{ current }, task] = await Promise.all([loadFocus(app, owner), loadTask(app, task_id)]);
  if (current?.session_id !== session_id || task.touched > at) return null;
  const caller = { owner, actor, correlationId, causationId: event.id };
  return beginTask(app, caller, task_id, derivedIds('focus_starts_task', event.id));
}

/** The task may have been closed while the session began, and then nothing else ends the session. */
async function endIfClosed(app: App, caller: Caller, id: string): Promise<Position | null> {
  const state = await loadTask(app, id);
  const { status, archived } = state.fields;
  if (exists(state) && !archived && (isOpen(status) || status === 'missed')) return null;
  const end = exists(state) && status === 'completed' ? 'completed' : 'stopped';
  return (await sendFocus(app, caller, { type: 'FollowTask', now: app.clock.now(), task_id: id, end })).position;
}
