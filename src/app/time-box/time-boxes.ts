import { isOpen } from '../../domain/calendar/task-times.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { given } from '../../domain/kernel/records.ts';
import { exists } from '../../domain/task/state.ts';
import { type BoxTask, type TimeBoxCommand, timeBoxDecider } from '../../domain/time-box/decide.ts';
import { timeBoxStream } from '../../domain/time-box/events.ts';
import { countTimeBoxes, timeBoxes } from '../../projections/time-box.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf, ownerZones } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest, loadTask } from '../task/task-send.ts';
import { advanceTask } from '../task/tasks.ts';

export interface TimeBoxInput {
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
}

export interface TimeBoxResult {
  /** The box. */
  readonly id: string;
  readonly position: Position | null;
}

const baseOf = async (app: App, { owner }: Caller) => ({ owner, now: app.clock.now(), ...(await ownerZones(app, owner)) });

async function send(app: App, caller: Caller, id: string, command: TimeBoxCommand): Promise<Position | null> {
  return (await handle(app, timeBoxDecider, timeBoxStream(id), command, contextOf(caller))).position;
}

/** The boxes of a date are counted in the read model, so requests that add to a date come one after the other. */
function countingBoxes(app: App, { owner }: Caller, work: () => Promise<Position | null>): Promise<Position | null> {
  const counted = async () => {
    const position = await work();
    // The next request may be in another process.
    if (position !== null) await app.views.waitForReadModel?.(timeBoxes.name, position);
    return position;
  };
  return withOwnerLock(app, owner, counted, 'time boxes');
}

/**
 * Plans a time for a task. `id`: that of the new box; repeating the call with the same id makes one box.
 * @throws RuleViolation validation_failed, archived, conflict, limit_reached
 */
export async function planTimeBox(
  app: App,
  caller: Caller,
  { task_id, ...place }: TimeBoxInput & { readonly task_id: string },
  id = app.newId(),
): Promise<TimeBoxResult> {
  const planned = await countingBoxes(app, caller, async () => {
    const [base, task, others] = await Promise.all([
      baseOf(app, caller),
      taskFor(app, caller, task_id),
      countTimeBoxes(app.views, caller.owner, place.date),
    ]);
    return send(app, caller, id, { type: 'Plan', ...base, task_id, task, others, ...place });
  });
  return { id, position: latest([planned, await takeAwayIfClosed(app, caller, { id, task_id })]) };
}

/** The task with elapsed time applied; null: the owner has none with this id. */
async function taskFor(app: App, { owner }: Caller, id: string): Promise<BoxTask> {
  try {
    const { state } = await advanceTask(app, { owner, id });
    return exists(state) ? { status: state.fields.status, archived: state.fields.archived } : null;
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'not_found') return null;
    throw error;
  }
}

/** The task may have been closed while the box was planned, and then nothing else takes the box away. */
async function takeAwayIfClosed(
  app: App,
  caller: Caller,
  { id, task_id }: { readonly id: string; readonly task_id: string },
): Promise<Position | null> {
  const state = await loadTask(app, task_id);
  const { status, archived } = state.fields;
  if (exists(state) && !archived && (isOpen(status) || status === 'missed')) return null;
  // An undo of the owner's last change brings the box back.
  const because = state.last?.event_id ?? task_id;
  return send(app, caller, id, { type: 'TakeAway', ...(await baseOf(app, caller)), because });
}

/**
 * Moves a box, or changes its length. What is left out stays. `ifMatch`: the version of the box.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, deadline_passed, limit_reached
 */
export async function moveTimeBox(
  app: App,
  caller: Caller,
  id: string,
  input: { readonly [Name in keyof TimeBoxInput]?: TimeBoxInput[Name] | undefined },
  ifMatch: number | null = null,
): Promise<TimeBoxResult> {
  const place = given(input);
  const position = await countingBoxes(app, caller, async () => {
    const base = await baseOf(app, caller);
    const others = place.date === undefined ? 0 : await countTimeBoxes(app.views, caller.owner, place.date);
    return send(app, caller, id, { type: 'Move', ...base, if_match: ifMatch, others, ...place });
  });
  return { id, position };
}

/**
 * Takes a box out of the plan. `ifMatch`: the version of the box.
 * @throws RuleViolation not_found, precondition_failed, deadline_passed
 */
export async function removeTimeBox(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TimeBoxResult> {
  const base = await baseOf(app, caller);
  return { id, position: await send(app, caller, id, { type: 'Remove', ...base, if_match: ifMatch }) };
}
