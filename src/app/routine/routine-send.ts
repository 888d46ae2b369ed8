import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type RoutineCommand, routineDecider } from '../../domain/routine/decide.ts';
import { routineStream } from '../../domain/routine/events.ts';
import type { RoutineState } from '../../domain/routine/state.ts';
import type { OccurrenceCommand } from '../../domain/task/commands.ts';
import { type VacationsState, vacationDecider } from '../../domain/vacation/decide.ts';
import { vacationStream } from '../../domain/vacation/events.ts';
import type { KeyedMutex } from '../../ports/coordination.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { type Handed, send } from '../task/task-send.ts';

/** The system as the caller for an owner, with the event that caused the work. */
export const systemFor = (app: App, owner: string, causationId: string | null): Caller => ({
  owner,
  actor: SYSTEM,
  correlationId: app.newId(),
  causationId,
});

export function loadRoutine(app: App, id: string): Promise<RoutineState> {
  return readState(app.store, routineDecider, routineStream(id));
}

export function loadVacations(app: App, owner: string): Promise<VacationsState> {
  return readState(app.store, vacationDecider, vacationStream(owner));
}

export interface RoutineHanded {
  readonly state: RoutineState;
  readonly position: Position | null;
}

export async function sendRoutine(app: App, caller: Caller, id: string, command: RoutineCommand): Promise<RoutineHanded> {
  const { state, position } = await handle(app, routineDecider, routineStream(id), command, contextOf(caller));
  return { state, position };
}

const mutexes = new WeakMap<object, KeyedMutex>();

/**
 * Runs work on one owner's routines one piece after the other, so that a request and a job in this process do not do the same work twice.
 */
export function withRoutinesLock<T>({ store }: App, owner: string, work: () => Promise<T>): Promise<T> {
  const mutex = mutexes.get(store) ?? createKeyedMutex();
  mutexes.set(store, mutex);
  return mutex(owner, work);
}

export const sendOccurrence = (app: App, id: string, command: OccurrenceCommand): Promise<Handed> =>
  send(app, systemFor(app, command.owner, command.part_of), id, command);
