import { isOpen } from '../../domain/calendar/task-times.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { given, pick } from '../../domain/kernel/records.ts';
import type { PromiseTask, Renew } from '../../domain/task/commands.ts';
import { PLAIN_FIELDS } from '../../domain/task/event-data.ts';
import { taskStream } from '../../domain/task/events.ts';
import { TaskRenewed } from '../../domain/task/renewal-events.ts';
import { type Again, exists, type TaskState } from '../../domain/task/state.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { withRoomForTask } from './room.ts';
import { checkParent } from './task-parents.ts';
import { latest, loadTask, send, sent, type TaskResult } from './task-send.ts';
import { openedTexts } from './task-texts.ts';
import { advanceTask, ownTask } from './tasks.ts';

/** A time that is left out is that of the old task; null: none. */
export interface AgainInput {
  readonly due_date: string;
  readonly due_time?: string | null | undefined;
}

/** `newId` makes the id of the new task; repeating the call with the same id creates one task. `ifMatch`: the version of the old task. */
interface AgainOptions {
  readonly newId?: App['newId'];
  readonly ifMatch?: number | null;
}

/**
 * Makes a new task from one that was missed or skipped. That one stays as it is, and the alert about its miss is resolved. The result is
 * the new task.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, conflict, limit_reached
 */
export async function promiseAgain(
  app: App,
  caller: Caller,
  id: string,
  input: AgainInput,
  { newId = app.newId, ifMatch = null }: AgainOptions = {},
): Promise<TaskResult> {
  const { again } = await ownTask(app, caller, id);
  const over = again && (await isOver(app, caller, again)) ? again.id : null;
  const next = newId();
  const { due_date, due_time } = input;
  const due = due_time === undefined ? { due_date } : { due_date, due_time };
  return withRoomForTask(app, caller.owner, async (room) => {
    const command: Renew = { type: 'Renew', ...(await sent(app, caller, ifMatch)), again: next, over, room, ...due };
    const { state, position } = await send(app, caller, id, command);
    const made = await make(app, caller, state, next);
    // A reactor, perhaps in another process, may have made the task first. The answer must show it all the same.
    return { ...made, position: made.position === null ? await app.store.head() : latest([position, made.position]) };
  });
}

/** Whether the task that was made the last time is no longer open. One that a reactor has yet to make is open. */
async function isOver(app: App, { owner }: Caller, { id }: Again): Promise<boolean> {
  try {
    const { state } = await advanceTask(app, { owner, id });
    return !exists(state) || !isOpen(state.fields.status);
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'not_found') return false;
    throw error;
  }
}

/** Makes the task that follows from this event of the old one. It can be repeated at any later time. */
export async function makeRenewed(app: App, event: Recorded): Promise<Position | null> {
  const { owner, actor, correlation_id: correlationId } = event.metadata;
  if (owner === null || !isEvent(event, TaskRenewed)) return null;
  const old = await loadTask(app, taskStream.requireId(event.stream));
  // If it was promised again since, the task of this event was made before.
  if (old.again?.id !== event.data.again) return null;
  return (await make(app, { owner, actor, correlationId, causationId: event.id }, old, event.data.again)).position;
}

/** The command is the same each time, and so are the ids of its events. Only a parent that takes no child any more is left out. */
async function make(app: App, caller: Caller, old: TaskState, id: string): Promise<TaskResult> {
  const { again, fields, texts } = old;
  if (again?.id !== id) throw new Error(`Task ${old.id} was not promised again as ${id}.`);
  const { at: now, zone, due_date, due_time } = again;
  const { title, description, tags, proof_requirement } = await openedTexts(app, caller.owner, texts);
  const base = await sent(app, caller);
  const command: PromiseTask = {
    type: 'Promise',
    id,
    ...base,
    now,
    zone,
    moves: (base.moves ?? []).filter((move) => move.at <= now),
    fields: {
      ...pick(fields, PLAIN_FIELDS),
      parent_id: await parentOf(app, caller, fields.parent_id),
      verification_type: fields.verification_type,
      due_date,
      due_time,
      again_of: old.id,
    },
    texts: { title: title ?? '', ...given({ description, tags, proof_requirement }) },
  };
  const { events: _, ...made } = await send(app, caller, id, command, { newId: derivedIds('promised_again', id) });
  if (base.zone === zone) return made;
  // The owner moved before a reactor made the task, and what carries the move over to tasks did not find it.
  const { events: _moved, ...moved } = await send(
    app,
    caller,
    id,
    { type: 'Rezone', ...base },
    { newId: derivedIds('promised_again', id, 'zone') },
  );
  return { ...moved, position: latest([made.position, moved.position]) };
}

async function parentOf(app: App, { owner }: Caller, id: string | null): Promise<string | null> {
  const { faults, completed } = await checkParent(app, owner, id);
  return Object.keys(faults).length > 0 || completed ? null : id;
}
