import { dayDecider } from '../../domain/day/decide.ts';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { given } from '../../domain/kernel/records.ts';
import type { Edit, PromiseTask, Undo, WantedStatus, Writable } from '../../domain/task/commands.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { changedSince, matching, notFound } from '../../domain/task/rules.ts';
import { exists, type TaskState } from '../../domain/task/state.ts';
import { alert } from '../../projections/alert.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { advanceRoutines } from '../routine/routine-steps.ts';
import { roomForTasks, withRoomForTask } from './room.ts';
import { checkNamedPartner, checkParent, childIds, decideWith, openChildren } from './task-parents.ts';
import { latest, loadTask, send, sent, type TaskResult, withChildren } from './task-send.ts';
import { changedTexts, withSpelledTags } from './task-texts.ts';

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

export type TaskInput = Optional<Writable> & {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly proof_requirement?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
};

/** A PATCH of the status. `completed` alone says only whether the task is completed. */
export interface StatusInput {
  readonly status?: 'pending' | 'in_progress' | 'completed' | 'skipped' | 'missed' | undefined;
  readonly completed?: boolean | undefined;
  readonly reason?: string | null | undefined;
}

function split({ title, description, proof_requirement, tags, ...fields }: TaskInput) {
  return { fields: given(fields), texts: given({ title, description, proof_requirement, tags }) };
}

/**
 * Creates a task. `newId` makes its id; repeating the call with the same id creates one task.
 * @throws RuleViolation validation_failed, conflict (under a completed parent), limit_reached, premium_required (for naming a partner)
 */
export async function promiseTask(
  app: App,
  caller: Caller,
  input: TaskInput & { readonly title: string },
  newId = app.newId,
): Promise<TaskResult> {
  return withSpelledTags(app, caller.owner, input.tags, (tags) => promised(app, caller, { ...input, tags }, newId));
}

async function promised(app: App, caller: Caller, input: TaskInput & { readonly title: string }, newId: App['newId']): Promise<TaskResult> {
  const id = newId();
  const { fields, texts } = split(input);
  await checkNamedPartner(app, caller.owner, input.partner_id, null);
  return withRoomForTask(app, caller.owner, async (room) => {
    const command: PromiseTask = {
      type: 'Promise',
      id,
      ...(await sent(app, caller)),
      room,
      fields,
      texts: { ...texts, title: input.title },
    };
    if (input.parent_id != null)
      decideWith(await checkParent(app, caller.owner, input.parent_id), () => taskDecider.decide(command, taskDecider.initial));
    const { events: _, ...result } = await send(app, caller, id, command, { isNew: newId === app.newId });
    return result;
  });
}

/**
 * Changes the fields that differ.
 * @throws RuleViolation not_found, validation_failed, precondition_failed, archived, deadline_passed, conflict, premium_required
 */
export async function editTask(app: App, caller: Caller, id: string, input: TaskInput, ifMatch: number | null = null): Promise<TaskResult> {
  return withSpelledTags(app, caller.owner, input.tags, (tags) => editSpelled(app, caller, id, async () => ({ ...input, tags }), ifMatch));
}

/** The same for tags in the spelling that their owner uses (`withSpelledTags`). The input can depend on the task. */
export async function editSpelled(
  app: App,
  caller: Caller,
  id: string,
  inputFor: (state: TaskState) => Promise<TaskInput>,
  ifMatch: number | null = null,
): Promise<TaskResult> {
  const state = await ownTask(app, caller, id);
  const input = await inputFor(state);
  const { fields, texts } = split(input);
  const command: Edit = {
    type: 'Edit',
    ...(await sent(app, caller, ifMatch)),
    fields,
    texts: await changedTexts(app, caller.owner, state, texts),
  };
  // Otherwise the decision alone finds every fault.
  if (input.parent_id !== undefined || input.partner_id !== undefined) {
    const sameParent = input.parent_id === state.fields.parent_id;
    const check = await checkParent(app, caller.owner, sameParent ? null : input.parent_id, id);
    decideWith(check, () => taskDecider.decide(command, state));
    await checkNamedPartner(app, caller.owner, input.partner_id, state.fields.partner_id);
  }
  const { events: _, ...result } = await send(app, caller, id, command);
  return result;
}

/** @throws RuleViolation not_found, validation_failed, precondition_failed, archived, deadline_passed, children_open */
export async function setStatus(
  app: App,
  caller: Caller,
  id: string,
  input: StatusInput,
  ifMatch: number | null = null,
): Promise<TaskResult> {
  return followed(app, await sendStatus(app, caller, id, input, ifMatch));
}

/** The same without the occurrence that follows: whoever calls this creates it by `followAll`. */
export async function sendStatus(
  app: App,
  caller: Caller,
  id: string,
  input: StatusInput,
  ifMatch: number | null = null,
): Promise<TaskResult> {
  const base = await sent(app, caller, ifMatch);
  const status = statusOf(input);
  const children = status === 'completed' ? await openChildren(app, id, base.now) : [];
  const handed = await send(app, caller, id, { type: 'SetStatus', ...base, status, reason: input.reason ?? null, children });
  return withChildren(app, handed);
}

/** In mode completion, creates the occurrence that follows the changed one. */
export async function followed(app: App, result: TaskResult): Promise<TaskResult> {
  const { owner } = result.state;
  return owner === null ? result : { ...result, position: await followAll(app, owner, [result]) };
}

/** In mode completion, creates the occurrences that follow the changed ones. Returns the position of the last event, theirs included. */
export async function followAll(app: App, owner: string, results: readonly TaskResult[]): Promise<Position | null> {
  const written = results.filter(({ position }) => position !== null);
  const position = latest(written.map((result) => result.position));
  if (position === null || written.every(({ state }) => state.fields.recurring_task_id === null)) return position;
  await app.waitForReadModels(position);
  return latest([position, await advanceRoutines(app, owner, app.clock.now())]);
}

function statusOf({ status, completed }: StatusInput): WantedStatus {
  if (status === 'missed') throw new TypeError('Only the system sets missed; the contract refuses it before.');
  return status ?? (completed ? 'completed' : 'uncompleted');
}

/** @throws RuleViolation not_found, precondition_failed, nothing_to_undo, deadline_passed, limit_reached */
export async function undoTask(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TaskResult> {
  return followed(app, await sendUndo(app, caller, id, { ifMatch }));
}

/**
 * The same without the occurrence that follows: whoever calls this creates it by `followAll`. `batch`: only what that change of several tasks
 * at once has done.
 * @throws RuleViolation conflict, too, if the owner has changed the task since then
 */
export async function sendUndo(
  app: App,
  caller: Caller,
  id: string,
  { ifMatch = null, batch }: { readonly ifMatch?: number | null; readonly batch?: string },
): Promise<TaskResult> {
  const room = await roomForTasks(app, caller.owner);
  const command: Undo = { type: 'Undo', ...(await sent(app, caller, ifMatch)), room, ...(batch !== undefined && { batch }) };
  return withChildren(app, await send(app, caller, id, command));
}

/** @throws RuleViolation not_found, precondition_failed, still_open */
export async function archiveTask(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TaskResult> {
  const { events: _, ...result } = await send(app, caller, id, { type: 'Archive', ...(await sent(app, caller, ifMatch)) });
  return result;
}

/** @throws RuleViolation not_found, precondition_failed, limit_reached */
export async function unarchiveTask(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TaskResult> {
  const command = { type: 'Unarchive', ...(await sent(app, caller, ifMatch)), room: await roomForTasks(app, caller.owner) } as const;
  const { events: _, ...result } = await send(app, caller, id, command);
  return result;
}

/**
 * Deletes a task and its children.
 * @throws RuleViolation not_found, precondition_failed
 */
export async function deleteTask(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TaskResult> {
  return followed(app, await sendDelete(app, caller, id, ifMatch));
}

/** The same without the occurrence that follows: whoever calls this creates it by `followAll`. */
export async function sendDelete(app: App, caller: Caller, id: string, ifMatch: number | null = null): Promise<TaskResult> {
  const children = await childIds(app, id);
  const handed = await send(app, caller, id, { type: 'Delete', ...(await sent(app, caller, ifMatch)), children });
  return withChildren(app, handed);
}

/**
 * Deletes a task with which its owner has done nothing since they made it.
 * @throws RuleViolation not_found, conflict
 */
export async function deleteUntouched(app: App, caller: Caller, id: string): Promise<TaskResult> {
  if ((await childIds(app, id)).length > 0) throw changedSince();
  const command = { type: 'Delete', ...(await sent(app, caller)), children: [], untouched: true } as const;
  const { events: _, ...result } = await send(app, caller, id, command);
  return result;
}

/**
 * Deletes some of a task's children: all of the named ones or none.
 * @throws RuleViolation not_found, precondition_failed (of the parent)
 */
export async function deleteChildren(
  app: App,
  caller: Caller,
  id: string,
  children: readonly string[],
  ifMatch: number | null = null,
): Promise<{ readonly deleted: readonly string[]; readonly position: Position | null }> {
  const parent = await ownTask(app, caller, id);
  const named = [...new Set(children)];
  const states = await Promise.all(named.map((child) => loadTask(app, child)));
  if (!states.every((child) => exists(child) && child.owner === caller.owner && child.fields.parent_id === id)) throw notFound();
  const base = await sent(app, caller);
  matching({ ...base, if_match: ifMatch }, parent, parent);
  const done = await Promise.all(named.map((child) => send(app, caller, child, { type: 'Delete', ...base, children: [] })));
  return { deleted: named, position: latest(done.map(({ position }) => position)) };
}

export async function advanceTask(app: App, { owner, id }: { readonly owner: string; readonly id: string }): Promise<TaskResult> {
  const caller: Caller = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  const { events: _, ...result } = await send(app, caller, id, { type: 'Advance', ...(await sent(app, caller)) });
  return result;
}

/**
 * Acknowledges an alert. It can be repeated. `ifMatch`: the version of the alert.
 * @throws RuleViolation not_found, precondition_failed
 */
export async function acknowledgeAlert(
  app: App,
  caller: Caller,
  alertId: string,
  ifMatch: number | null = null,
): Promise<{ readonly position: Position | null; readonly events: readonly Recorded[] }> {
  const found = await alert(app.views, alertId);
  if (!found || found.doc.owner !== caller.owner) throw notFound();
  const { stream, task_id, version } = found.doc;
  if (task_id !== null)
    return send(app, caller, task_id, { type: 'AcknowledgeAlert', ...(await sent(app, caller, ifMatch)), alert_id: alertId });
  if (deliveryStream.has(stream)) {
    const command = { type: 'AcknowledgeAlert', owner: caller.owner, now: app.clock.now(), alert_id: alertId, if_match: ifMatch } as const;
    return handle(app, deliveryDecider, stream, command, contextOf(caller));
  }
  if (ifMatch !== null && ifMatch !== version)
    throw new RuleViolation('precondition_failed', 'This alert has changed since you read it. Read it again.');
  const command = { type: 'AcknowledgeAlert', owner: caller.owner, now: app.clock.now(), alert_id: alertId } as const;
  return handle(app, dayDecider, stream, command, contextOf(caller));
}

export async function ownTask(app: App, { owner }: Caller, id: string): Promise<TaskState> {
  const state = await loadTask(app, id);
  if (!exists(state) || state.owner !== owner) throw notFound();
  return state;
}
