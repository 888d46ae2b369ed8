import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type VacationCommand, VERSION, vacationDecider } from '../../domain/vacation/decide.ts';
import { type RecordedVacationEvent, vacationStream } from '../../domain/vacation/events.ts';
import type { Vacation } from '../../domain/vacation/state.ts';
import { tasksBetween } from '../../projections/task/task-lists.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf, ownerZone } from '../caller.ts';
import { loadVacations, sendOccurrence } from '../routine/routine-send.ts';
import { advanceRoutines } from '../routine/routine-steps.ts';
import { latest, sent } from '../task/task-send.ts';

/** The version of every vacation, for its ETag: a vacation never changes. */
export const VACATION_VERSION = VERSION;

export interface TakenVacation {
  readonly vacation: Vacation;
  readonly position: Position | null;
}

/**
 * Records a vacation and skips the routines' occurrences on its dates. `id`: the new vacation's; repeated with the
 * same id it is recorded once. @throws RuleViolation validation_failed, conflict
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

/** Cancels a vacation. Skipped occurrences that are not due yet come back. @throws RuleViolation not_found, precondition_failed */
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
  // The reactor, perhaps in another process, may have been quicker. The answer shows that too.
  const so_far = carried.includes(null) ? await app.store.head() : latest(carried);
  // In mode completion this makes the occurrence that follows a skipped one.
  if (so_far !== null) await app.waitForReadModels(so_far);
  const further = await advanceRoutines(app, caller.owner, app.clock.now());
  return { state, position: latest([position, so_far, further]) };
}

/** Carries a vacation, or its end, over to the existing occurrences. It can be repeated at any later time. */
export async function carryVacation(app: App, recorded: Recorded): Promise<Position | null> {
  const { owner, at } = recorded.metadata;
  const event = recorded as RecordedVacationEvent;
  if (owner === null || (event.type !== 'VacationTaken' && event.type !== 'VacationCancelled')) return null;
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
  const occurrences = found.filter(({ doc }) => doc.recurring_task_id !== null && !doc.deleted);
  const done = await Promise.all(occurrences.map(({ id }) => sendOccurrence(app, id, command)));
  return latest(done.map(({ position }) => position));
}
