import { z } from 'zod';
import { giveProof, makeAppeal, withdrawProof } from '../../../app/verification/proof.ts';
import { verificationFacts } from '../../../app/verification/shown.ts';
import { appealBody, proofBody, type Verification, verification, verificationStats } from '../../../contracts/verification.ts';
import { DAY, plus } from '../../../domain/calendar/instant.ts';
import { derivedTag } from '../../../presenters/derived-tags.ts';
import { presentVerification } from '../../../presenters/verification.ts';
import type { Stored } from '../../../projections/engine/documents.ts';
import { task as findTask } from '../../../projections/task/task-lists.ts';
import type { TaskDoc } from '../../../projections/task/tasks.ts';
import { decidedTasks, provableTasks, waitingTasks } from '../../../projections/verification/verification-lists.ts';
import { statsOf } from '../../../projections/verification/verification-stats.ts';
import type { Deps } from '../../deps.ts';
import { jsonBody } from '../../kernel/bodies.ts';
import { jsonOf, listPage } from '../../kernel/list-page.ts';
import { callerOf } from '../../kernel/principal.ts';
import { type AnyRoute, json, route, tagged } from '../../kernel/route.ts';
import { byId, idOf, oneShown } from '../../one-shown.ts';
import { decidedQuery, statsQuery } from './query.ts';

const A_PAGE = 50;
/** An open task is listed when it is due within so long. */
const SOON = 7 * DAY;
const [FIRST, LAST] = ['1900-01-01', '2100-12-31'];

/** The verifications of tasks: what waits, what was decided, and giving proof. */
export function verificationRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: 'Verifications', access: 'user' } as const;
  const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
  const one = { description: 'The verification as it now is', schema: verification, etag: true } as const;
  const many = { description: 'Verifications', schema: z.array(verification) } as const;

  async function present(owner: string, tasks: readonly Stored<TaskDoc>[]): Promise<readonly Verification[]> {
    const facts = await verificationFacts(app, owner, tasks);
    return tasks.map((task) => presentVerification(app.opener, task, facts));
  }

  /** A deleted task keeps a verification about which it was decided. */
  const { read, version, written } = oneShown(deps, async ({ principal, params }) => {
    const found = await byId(params.id, (id) => findTask(app.views, id));
    if (found === null || found.doc.owner !== principal.owner || !hasVerification(found.doc)) return null;
    const [body] = await present(principal.owner, [found]);
    return body ? { body, tag: derivedTag(found.doc.version, body) } : null;
  });

  return [
    route({
      ...reading,
      path: '/api/verifications/pending',
      summary: 'What waits for proof or for a verdict, by what ends first',
      description: 'Completed tasks by their proof deadline, then open ones that are due within 7 days.',
      replies: { 200: many },
      handle: async ({ principal: { owner } }) =>
        json(200, await present(owner, await waitingTasks(app.views, owner, plus(app.clock.now(), SOON)))),
    }),
    route({
      ...reading,
      path: '/api/verifications/history',
      summary: 'What was decided for good, the newest decision first',
      query: decidedQuery,
      replies: { 200: { ...many, pages: true } },
      async handle(call) {
        const { owner } = call.principal;
        const { state, type } = call.query;
        const filter = { ...(state && { state }), ...(type && { type }) };
        return listPage(pages, call, {
          limit: A_PAGE,
          read: (page) => decidedTasks(app.views, owner, filter, page),
          texts: async (found) => jsonOf(await present(owner, found)),
        });
      },
    }),
    route({
      ...reading,
      path: '/api/verifications/stats',
      summary: 'How proof was given and judged',
      description: 'Of tasks that are due on these local dates; one without a due date counts on the day of its completion.',
      query: statsQuery,
      replies: { 200: { description: 'The figures', schema: verificationStats, etag: true } },
      async handle({ principal: { owner }, query: { from = FIRST, to = LAST } }) {
        const found = await provableTasks(app.views, owner, from as string, to as string);
        return tagged(statsOf(found.map(({ doc }) => doc)));
      },
    }),
    route({
      ...reading,
      path: '/api/verifications/{id}',
      summary: 'The verification of one task',
      replies: { 200: { ...one, description: 'The verification' } },
      refusals: ['not_found'],
      handle: read,
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['proof:write'],
      path: '/api/verifications/{id}/proof',
      summary: 'Give proof of a task',
      description: 'On an open task it completes the task, too. A rejected proof can be followed by another one until `proof_due_at`.',
      body: jsonBody(proofBody),
      replies: { 201: { ...one, description: 'Given', location: true } },
      refusals: [
        'not_found',
        'precondition_failed',
        'archived',
        'conflict',
        'deadline_passed',
        'already_verified',
        'in_review',
        'proof_late',
        'children_open',
        'limit_reached',
      ],
      async handle(call) {
        const id = idOf(call);
        const result = await giveProof(app, callerOf(call), id, call.body.proofData, await version(call), call.newId());
        return written(call, result, 201, { Location: `/api/verifications/${id}` });
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      scopes: ['proof:write'],
      path: '/api/verifications/{id}/proof',
      summary: 'Withdraw the proof that is in review',
      replies: { 200: one },
      refusals: ['not_found', 'precondition_failed', 'conflict'],
      handle: async (call) => written(call, await withdrawProof(app, callerOf(call), idOf(call), await version(call))),
    }),
    route({
      ...common,
      method: 'POST',
      scopes: ['proof:write'],
      path: '/api/verifications/{id}/appeal',
      summary: 'Ask the partner to count a missed task as kept',
      description: 'Within 7 days of the miss, the expiry or the final rejection, once for each task.',
      body: jsonBody(appealBody),
      replies: { 202: { ...one, description: 'The partner is asked' } },
      refusals: ['not_found', 'precondition_failed', 'conflict', 'deadline_passed', 'not_accepted'],
      handle: async (call) => written(call, await makeAppeal(app, callerOf(call), idOf(call), call.body, await version(call)), 202),
    }),
  ];
}

/** A task that asks for proof has a verification, and any other one once it has an appeal. */
const hasVerification = ({ verification_type, appeal, deleted, decided_at }: TaskDoc): boolean =>
  (verification_type !== 'none' || appeal !== null) && (!deleted || decided_at !== null);
