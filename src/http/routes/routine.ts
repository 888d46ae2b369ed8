import { ownerZone } from '../../app/caller.ts';
import { changeRoutine, endRoutine, startRoutine } from '../../app/routine/routines.ts';
import { jsonBody } from '../../contracts/call.ts';
import * as calls from '../../contracts/calls/routine.ts';
import { editRecurringTaskBody, newRecurringTaskBody, type RecurringTask, recurringTask } from '../../contracts/routine.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { RuleFault, readRule } from '../../domain/calendar/recurrence-rule.ts';
import type { Stored } from '../../ports/documents.ts';
import { presentRoutine, routineTag } from '../../presenters/routine.ts';
import { plansOf } from '../../projections/routine/routine-plans.ts';
import { decidedDates, routine as findRoutine, type RoutineDoc, routineStreaksOf, routinesOf } from '../../projections/routine/routines.ts';
import { unchanged } from '../kernel/faults.ts';
import { callerOf } from '../kernel/principal.ts';
import { json, noContent, type Route, route } from '../kernel/route.ts';
import { byId, idOf, oneShown } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

const READ_ONLY = Object.keys(recurringTask.shape).filter((name) => !(name in editRecurringTaskBody.shape));

/** The error of the rule, or null. */
function faultOf(body: unknown): string | null {
  const rrule = typeof body === 'object' && body !== null && 'rrule' in body ? body.rrule : undefined;
  if (typeof rrule !== 'string' || rrule === '' || rrule.length > 1_000) return null;
  try {
    readRule(rrule);
    return null;
  } catch (error) {
    if (error instanceof RuleFault) return error.message;
    throw error;
  }
}
/** The rule is checked even if other fields are invalid, so that all errors are reported together. */
const readable = { path: ['rrule'], when: () => true, error: ({ input }: { input?: unknown }) => faultOf(input) ?? '' };
// Only the domain can parse a rule, so the contracts do not check it.
const createCall = { ...calls.createRoutine, body: jsonBody(newRecurringTaskBody.refine((body) => faultOf(body) === null, readable)) };
const editCall = { ...calls.editRoutine, body: jsonBody(editRecurringTaskBody.refine((body) => faultOf(body) === null, readable)) };

export function recurringRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  async function present(owner: string, found: readonly Stored<RoutineDoc>[], only?: string): Promise<readonly RecurringTask[]> {
    const [zone, plans, streaks] = await Promise.all([
      ownerZone(app, owner),
      plansOf(app.views, owner),
      routineStreaksOf(app.views, owner, only),
      app.opener.ready(owner),
    ]);
    const now = app.clock.now();
    const today = localDate(now, zone);
    const decided = new Map(await Promise.all(found.map(async ({ id }) => [id, await decidedDates(app.views, id, today)] as const)));
    return found.map((each) => presentRoutine(app.opener, each, { now, zone, plans, streaks, decided }));
  }
  const { read, current, version, written } = oneShown(deps, async ({ principal, params }) => {
    const found = await byId(params.id, (id) => findRoutine(app.views, id));
    if (found === null || found.doc.owner !== principal.owner || found.doc.ended) return null;
    const [body] = await present(principal.owner, [found], found.id);
    return body ? { body, tag: routineTag(found.doc.version, body) } : null;
  });

  return [
    route(calls.listRoutines, {
      handle: async ({ principal }) => json(200, await present(principal.owner, await routinesOf(app.views, principal.owner))),
    }),
    route(createCall, {
      async handle(call) {
        const result = await startRoutine(app, callerOf(call), call.body, call.newId());
        return written(call, result, 201, { Location: `/api/recurring_tasks/${result.id}` });
      },
    }),
    route(calls.readRoutine, { handle: read }),
    route(editCall, {
      faults: [unchanged(READ_ONLY, current)],
      async handle(call) {
        const caller = callerOf(call);
        return written(call, await changeRoutine(app, caller, idOf(call), call.body, await version(call)));
      },
    }),
    route(calls.endRoutine, {
      async handle(call) {
        const { position } = await endRoutine(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
