import { focusDecider, type StopFocus } from '../../domain/focus/decide.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { required } from '../../domain/kernel/records.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { latest } from '../task/task-send.ts';
import { setStatus } from '../task/tasks.ts';
import { loadFocus, sendFocus } from './focus-send.ts';
import type { FocusResult } from './start.ts';

/**
 * Pauses a session, or goes on with it. In that state already, nothing changes. `ifMatch`: the version of the session.
 * @throws RuleViolation not_found, precondition_failed, conflict if it has ended
 */
export async function changeFocus(
  app: App,
  caller: Caller,
  id: string,
  type: 'Pause' | 'Resume',
  ifMatch: number | null = null,
): Promise<FocusResult> {
  const { position } = await sendFocus(app, caller, { type, session_id: id, now: app.clock.now(), if_match: ifMatch });
  return { id, position };
}

/**
 * Stops a session. `complete`: its task is completed, too; if that is refused, the session goes on.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, conflict, and what completing a task throws
 */
export async function stopFocus(
  app: App,
  caller: Caller,
  id: string,
  { complete = false }: { readonly complete?: boolean | undefined },
  ifMatch: number | null = null,
): Promise<FocusResult> {
  const stop = { type: 'Stop', session_id: id, now: app.clock.now(), if_match: ifMatch, end: 'stopped' } as const;
  if (!complete) return { id, position: (await sendFocus(app, caller, stop)).position };
  const task = await taskToComplete(app, caller, stop);
  const completed = await setStatus(app, caller, task, { status: 'completed' });
  // The completion has ended the session, unless the task was completed before.
  const { current } = await loadFocus(app, caller.owner);
  if (current?.session_id !== id) return { id, position: completed.position };
  const { position } = await sendFocus(app, caller, { ...stop, end: 'completed', if_match: null });
  return { id, position: latest([completed.position, position]) };
}

/** The task of the session, which can still be stopped. */
async function taskToComplete(app: App, { owner }: Caller, stop: StopFocus): Promise<string> {
  const state = await loadFocus(app, owner);
  const { last } = state;
  if (last?.session_id === stop.session_id && last.task_id === null) {
    const fault = 'This session has no task that could be completed.';
    throw new RuleViolation('validation_failed', fault, { complete: [fault] });
  }
  focusDecider.decide(stop, state);
  // Only the newest session can still be stopped.
  return required(last?.task_id, 'task of the session');
}
