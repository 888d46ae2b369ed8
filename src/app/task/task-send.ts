import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { type Handling, handle } from '../../domain/kernel/handle.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import type { Sent, TaskCommand } from '../../domain/task/commands.ts';
import { taskDecider } from '../../domain/task/decide.ts';
import { taskStream } from '../../domain/task/events.ts';
import type { TaskState } from '../../domain/task/state.ts';
import type { KeyedMutex } from '../../ports/keyed-mutex.ts';
import { settingsOf } from '../../projections/settings.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf, ownerZones } from '../caller.ts';

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

export function send(
  app: App,
  caller: Caller,
  id: string,
  command: TaskCommand,
  { newId = app.newId, isNew = false }: Partial<Pick<Handling, 'newId' | 'isNew'>> = {},
): Promise<Handed> {
  const handling = { ...app, newId, isNew };
  return mutexOf(app)(id, async () => {
    const { state, position, events } = await handle(handling, taskDecider, taskStream(id), command, contextOf(caller));
    return { id, state, position, events };
  });
}

export const latest = (positions: readonly (Position | null)[]): Position | null =>
  positions.reduce((last, position) => (last === null || (position !== null && position > last) ? position : last), null);
