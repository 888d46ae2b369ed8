import { z } from 'zod';
import { ownerZone } from '../../../app/caller.ts';
import { changeRoutine, endRoutine, startRoutine } from '../../../app/routine/routines.ts';
import { editRecurringTaskBody, newRecurringTaskBody, type RecurringTask, recurringTask } from '../../../contracts/routine.ts';
import { localDate } from '../../../domain/calendar/local.ts';
import { RuleFault, readRule } from '../../../domain/calendar/recurrence-rule.ts';
import { presentRoutine, routineTag } from '../../../presenters/routine.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { plansOf } from '../../../projections/routine/routine-plans.ts';
import { routineStreaksOf } from '../../../projections/routine/routine-streaks.ts';
import { decidedDates, routine as findRoutine, type RoutineDoc, routinesOf } from '../../../projections/routine/routines.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, noContent, route } from '../../kernel/route.ts';
import { byId, idOf, oneShown } from '../../one-shown.ts';

const READ_ONLY = Object.keys(recurringTask.shape).filter((name) => !(name in editRecurringTaskBody.shape));

/** What is wrong with the rule of a body, or null. */
function faultOf(body: unknown): string | null {
  const rrule = (body as { rrule?: unknown } | null)?.rrule;
  if (typeof rrule !== 'string' || rrule === '' || rrule.length > 1_000) return null;
  try {
    readRule(rrule);
    return null;
  } catch (error) {
    if (error instanceof RuleFault) return error.message;
    throw error;
  }
}
/** The rule is checked even if other fields have faults, so that all faults are reported at once. */
const readable = { path: ['rrule'], when: () => true, error: ({ input }: { input?: unknown }) => faultOf(input) ?? '' };
const newBody = newRecurringTaskBody.refine((body) => faultOf(body) === null, readable);
const editBody = editRecurringTaskBody.refine((body) => faultOf(body) === null, readable);

/** Routines (recurring tasks). */
export function recurringRoutes(deps: Deps): readonly AnyRoute[] {
  const { app } = deps;
  const common = { tag: 'Recurring tasks', access: 'user' } as const;
  const one = { description: 'The recurring task as it now is', schema: recurringTask, etag: true } as const;

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
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/recurring_tasks',
      summary: 'The recurring tasks, oldest first',
      replies: { 200: { description: 'Recurring tasks', schema: z.array(recurringTask) } },
      handle: async ({ principal }) => json(200, await present(principal.owner, await routinesOf(app.views, principal.owner))),
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['tasks:write'],
      path: '/api/recurring_tasks',
      summary: 'Make a recurring task',
      description:
        'Its occurrences of today, if still in time, and of the next 14 days exist as tasks from now on. `rrule` is an RFC 5545 rule, daily or rarer, over local dates; one that takes too much counting from its first day is refused.',
      body: jsonBody(newBody),
      replies: { 201: { ...one, description: 'Made', location: true } },
      refusals: ['limit_reached'],
      async handle(call) {
        const result = await startRoutine(app, callerOf(call), call.body, call.newId());
        return written(call, result, 201, { Location: `/api/recurring_tasks/${result.id}` });
      },
    }),
    route({
      ...common,
      method: 'GET',
      scopes: ['tasks:read'],
      path: '/api/recurring_tasks/{id}',
      summary: 'One recurring task',
      replies: { 200: { ...one, description: 'The recurring task' } },
      refusals: ['not_found'],
      handle: read,
    }),
    route({
      ...common,
      method: 'PUT',
      scopes: ['tasks:write'],
      path: '/api/recurring_tasks/{id}',
      summary: 'Change a recurring task',
      description:
        'Applies to the occurrences that are not due yet: what was edited by hand stays. `paused` takes the future ones away until it is resumed. With `from` only the occurrences on and after that date change, and earlier ones stay as they are; it cannot be given together with a change of `paused`.',
      body: jsonBody(editBody),
      readOnly: { names: READ_ONLY, current },
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      async handle(call) {
        const caller = callerOf(call);
        return written(call, await changeRoutine(app, caller, idOf(call), call.body, await version(call)));
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['tasks:write'],
      path: '/api/recurring_tasks/{id}',
      summary: 'End a recurring task; what was done and missed stays',
      replies: { 204: { description: 'Ended' } },
      refusals: ['not_found', 'precondition_failed'],
      async handle(call) {
        const { position } = await endRoutine(app, callerOf(call), idOf(call), await version(call));
        await waitForReadModels(deps, position);
        return noContent();
      },
    }),
  ];
}
