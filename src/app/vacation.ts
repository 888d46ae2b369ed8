import { isOpen } from '../domain/calendar/task-times.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../domain/kernel/event.ts';
import { handle } from '../domain/kernel/handle.ts';
import { hasPassed } from '../domain/task/rules.ts';
import { type Vacation, type VacationCommand, VERSION, vacationDecider } from '../domain/vacation/decide.ts';
import { type RecordedVacationEvent, VacationCancelled, VacationTaken, vacationStream } from '../domain/vacation/events.ts';
import { tasksBetween } from '../projections/task/task-lists.ts';
import type { TaskDoc } from '../projections/task/tasks.ts';
import type { App } from './app.ts';
import { type Caller, contextOf, ownerZone } from './caller.ts';
import { loadVacations, sendOccurrence } from './routine/routine-send.ts';
import { advanceRoutines } from './routine/routine-steps.ts';
import { latest, sent } from './task/task-send.ts';

/** The version of every vacation, for its ETag: a vacation never changes. */
export const VACATION_VERSION = VERSION;

export interface TakenVacation {
  readonly vacation: Vacation;
  readonly position: Position | null;
}

/**
 * Records a vacation and skips the routines' occurrences on its dates. `id`: that of the new vacation; repeating the call with the same id
 * records it once.
 * @throws RuleViolation validation_failed, conflict
 */
export async function takeVacation(
  app: App,
  caller: Caller,
  dates: { readonly from: string; readonly to: string },
  id = app.newId(),
): Promise<TakenVacation> {
  const [now, zone] = [app.clock.now(), await ownerZone(app, caller.owner)];
  const { state, position } = await send(app, caller, { type: 'Take', id, ...dates, now, zone });
  const vacation = state.find((one) => one.id === id);
  if (!vacation) throw new RuleViolation('not_found', 'There is no such vacation.');
  return { vacation, position };
}

/**
 * Cancels a vacation. Skipped occurrences that are not due yet come back.
 * @throws RuleViolation not_found, precondition_failed
 */
export async function cancelVacation(
  app: App,
  caller: Caller,
  id: string,
  ifMatch: number | null = null,
): Promise<{ position: Position | null }> {
  const { position } = await send(app, caller, { type: 'Cancel', id, if_match: ifMatch, now: app.clock.now() });
  return { position };
}

async function send(app: App, caller: Caller, command: VacationCommand) {
  const { state, position, events } = await handle(app, vacationDecider, vacationStream(caller.owner), command, contextOf(caller));
  if (position !== null) await app.waitForReadModels(position);
  const carried = await Promise.all(events.map((event) => carryVacation(app, event)));
  // The reactor, perhaps in another process, may have changed them first. The answer must show that, too.
  const so_far = carried.includes(null) ? await app.store.head() : latest(carried);
  // In mode completion this creates the occurrence that follows a skipped one.
  if (so_far !== null) await app.waitForReadModels(so_far);
  const further = await advanceRoutines(app, caller.owner, app.clock.now());
  return { state, position: latest([position, so_far, further]) };
}

/** Applies a vacation, or its cancellation, to the existing occurrences. It can be repeated at any later time. */
export async function carryVacation(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (owner === null || !isEvent(event, VacationTaken, VacationCancelled)) return null;
  const { id: vacation_id, from, to } = event.data;
  const exists = (await loadVacations(app, owner)).some(({ id }) => id === vacation_id);
  if (exists !== (event.type === 'VacationTaken')) return null;
  const command = {
    ...(await sent(app, { owner })),
    now: at,
    part_of: event.id,
    vacation_id,
    type: event.type === 'VacationTaken' ? ('SkipForVacation' as const) : ('ReturnFromVacation' as const),
  };
  const found = await tasksBetween(app.views, owner, from, to);
  const touched = found.filter(({ doc }) => isTouched(doc, event, at));
  let last: Position | null = null;
  // A few at once: there can be thousands, and other requests must not wait for all of them.
  for (let index = 0; index < touched.length; index += AT_ONCE) {
    const done = await Promise.all(touched.slice(index, index + AT_ONCE).map(({ id }) => sendOccurrence(app, id, command)));
    last = latest([last, ...done.map(({ position }) => position)]);
  }
  return last;
}

const AT_ONCE = 20;

/**
 * Whether a vacation, or its cancellation, can change an occurrence. Past and decided occurrences do not change. The decider checks again.
 */
function isTouched(doc: TaskDoc, { type, data }: RecordedVacationEvent, at: string): boolean {
  if (doc.recurring_task_id === null || doc.deleted || hasPassed(doc.due_at, at)) return false;
  return type === 'VacationTaken' ? isOpen(doc.status) : doc.vacation_id === data.id;
}
