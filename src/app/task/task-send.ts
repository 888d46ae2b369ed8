import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { FocusEnded } from '../../domain/focus/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent, type RecordedAs } from '../../domain/kernel/define-event.ts';
import { derivedIds } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { type Handling, handle } from '../../domain/kernel/handle.ts';
import type { PartCommand, Sent, TaskCommand } from '../../domain/task/commands.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { TaskCompleted, TaskDeleted, TaskUndone, taskStream } from '../../domain/task/events.ts';
import type { TaskState } from '../../domain/task/state.ts';
import type { KeyedMutex } from '../../ports/coordination.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf, ownerZones } from '../caller.ts';
import { followInPlan } from './follow-in-plan.ts';

/** `position`: of the last event written, in this and in other tasks; null: no event was written. The ETag is made from `state.version`. */
export interface TaskResult {
  readonly id: string;
  readonly state: TaskState;
  readonly position: Position | null;
}

export interface Handed extends TaskResult {
  readonly events: readonly Recorded[];
}

export async function sent(app: App, { owner }: Pick<Caller, 'owner'>, ifMatch: number | null = null): Promise<Sent> {
  const [zones, { time }] = await Promise.all([ownerZones(app, owner), settingsOf(app.views, owner)]);
  return { owner, now: app.clock.now(), ...zones, proof_hours: time.proof_submission_deadline_hours, if_match: ifMatch };
}

export function loadTask(app: App, id: string): Promise<TaskState> {
  return readState(app.store, taskDecider, taskStream(id));
}

/** One lock for each task, so that parallel writes in this process do not conflict. */
const mutexes = new WeakMap<object, KeyedMutex>();

function mutexOf({ store }: App): KeyedMutex {
  const mutex = mutexes.get(store) ?? createKeyedMutex();
  mutexes.set(store, mutex);
  return mutex;
}

type Ids = Partial<Pick<Handling, 'newId' | 'isNew'>>;

/** Sends a command, and applies the change to the plan of the owner: the time boxes of the task, and the focus session on it. */
export async function send(app: App, caller: Caller, id: string, command: TaskCommand, ids: Ids = {}): Promise<Handed> {
  const handed = await sendAlone(app, caller, id, command, ids);
  const followed = await Promise.all(handed.events.map((event) => carryIntoPlan(app, event)));
  const position = latest([handed.position, ...followed]);
  if (position === handed.position) return handed;
  // The end of a session adds its time to the task.
  return { ...handed, state: await loadTask(app, id), position };
}

function sendAlone(app: App, caller: Caller, id: string, command: TaskCommand, { newId = app.newId, isNew = false }: Ids): Promise<Handed> {
  const handling = { ...app, newId, isNew };
  return mutexOf(app)(id, async () => {
    const { state, position, events } = await handle(handling, taskDecider, taskStream(id), command, contextOf(caller));
    return { id, state, position, events };
  });
}

/** Applies a change of a task to the plan of its owner. It can be repeated at any later time. */
export async function carryIntoPlan(app: App, event: Recorded): Promise<Position | null> {
  const { positions, ended } = await followInPlan(app, event);
  return latest([...positions, ...(await Promise.all(ended.map((end) => addFocus(app, end))))]);
}

/** Adds the time of a focus session that has ended to its task. It can be repeated at any later time. */
export async function addFocus(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at, correlation_id: correlationId } = event.metadata;
  if (owner === null || !isEvent(event, FocusEnded) || event.data.task_id === null) return null;
  const { task_id, focused_seconds: seconds } = event.data;
  const command = { type: 'AddFocus', ...(await sent(app, { owner })), now: at, session_end: event.id, seconds } as const;
  const caller = { owner, actor: SYSTEM, correlationId, causationId: event.id };
  return (await sendAlone(app, caller, task_id, command, { newId: derivedIds('focus_recorded', event.id) })).position;
}

export const latest = (positions: readonly (Position | null)[]): Position | null =>
  positions.reduce((last, position) => (last === null || (position !== null && position > last) ? position : last), null);

/** Applies a parent's change to the children that it names. It can be repeated at any later time. */
export async function repeatCascade(app: App, event: Recorded): Promise<Position | null> {
  return latest(await carryOver(app, event));
}

/** Returns for each child the position of the event written; null: there was nothing left to write. */
async function carryOver(app: App, event: Recorded): Promise<readonly (Position | null)[]> {
  const { owner } = event.metadata;
  if (owner === null || !isEvent(event, TaskCompleted, TaskDeleted, TaskUndone) || event.data.children.length === 0) return [];
  const base = { ...(await sent(app, { owner })), now: event.metadata.at, part_of: event.id };
  const command = partOf(event, base);
  const caller = { owner, actor: event.metadata.actor, correlationId: event.metadata.correlation_id, causationId: event.id };
  const carried = event.data.children.map((child) =>
    carry(() => send(app, caller, child, command, { newId: derivedIds('child_change', event.id, child) })),
  );
  return Promise.all(carried);
}

type Cascading = RecordedAs<typeof TaskCompleted | typeof TaskDeleted | typeof TaskUndone>;

function partOf(parent: Cascading, base: Omit<PartCommand, 'type' | 'undoes'>): PartCommand {
  if (parent.type === 'TaskCompleted') return { ...base, type: 'CompleteAsPart' };
  if (parent.type === 'TaskDeleted') return { ...base, type: 'DeleteAsPart' };
  return { ...base, type: 'UndoPart', undoes: parent.data.undoes };
}

/** Ignores a child that does not exist any more. */
async function carry(part: () => Promise<Handed>): Promise<Position | null> {
  try {
    return (await part()).position;
  } catch (error) {
    if (error instanceof RuleViolation && error.code === 'not_found') return null;
    throw error;
  }
}

/** The answer about the parent, after its children have changed too. */
export async function withChildren(app: App, { events, ...result }: Handed): Promise<TaskResult> {
  const carried = (await Promise.all(events.map((event) => carryOver(app, event)))).flat();
  // The reactor, perhaps in another process, may have changed a child first. The answer must show that, too.
  const position = carried.includes(null) ? await app.store.head() : latest([result.position, ...carried]);
  return { ...result, position };
}
