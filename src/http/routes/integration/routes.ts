import { changeIntegrations, whereConnected } from '../../../app/integration/integrations.ts';
import { proveNamedTasks } from '../../../app/integration/named-tasks.ts';
import type { QueryOf } from '../../../contracts/call.ts';
import * as calls from '../../../contracts/calls/integration.ts';
import type { ChangePage, ChangeQuery } from '../../../ports/github.ts';
import { presentCommit, presentPull } from '../../../presenters/github.ts';
import { integrationsOf } from '../../../projections/integration.ts';
import { task as findTask } from '../../../projections/task/task-lists.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { etag } from '../../kernel/etag.ts';
import { nextLink } from '../../kernel/pages.ts';
import { callerOf, type Principal } from '../../kernel/principal.ts';
import { notFound, Refusal } from '../../kernel/problems.ts';
import { type Answer, type Call, json, noContent, type Route, route } from '../../kernel/route.ts';
import { byId } from '../../one-shown.ts';
import { deliveryOf } from './delivery.ts';

type ListCall = Call<QueryOf<typeof calls.listCommits>, unknown, Principal>;

/** What GitHub's connection is for: commits and pull requests as proof, and the switch for those that name a task. */
export function integrationRoutes(deps: Deps): readonly Route[] {
  const { app, pages } = deps;

  async function page(
    call: ListCall,
    read: (owner: string, query: ChangeQuery) => Promise<ChangePage>,
    present: (change: ChangePage['changes'][number], readAt: string) => object,
  ): Promise<Answer> {
    const { owner } = call.principal;
    const { task_id, repository = null } = call.query;
    const task = await byId(task_id, (id) => findTask(app.views, id));
    if (task === null || task.doc.owner !== owner || task.doc.deleted) throw notFound();
    const [number = 1] = pages.cursor(call.query.after, `${owner} ${call.context.path}`) ?? [];
    const since = task.doc.created_at;
    const { changes, next } = await whereConnected(read(owner, { since, repository, page: Number(number) }));
    const now = app.clock.now();
    return json(
      200,
      changes.map((change) => present(change, now)),
      nextLink(pages, call, next === null ? null : [next]),
    );
  }

  async function shown(owner: string): Promise<Answer> {
    const { github_closes_tasks, version } = await integrationsOf(app.views, owner);
    return json(200, { github_closes_tasks }, { ETag: etag(version) });
  }

  return [
    route(calls.listCommits, {
      handle: (call) => page(call, app.github.commits, presentCommit),
    }),
    route(calls.listPulls, {
      handle: (call) => page(call, app.github.pulls, presentPull),
    }),
    route(calls.readIntegrations, {
      handle: ({ principal }) => shown(principal.owner),
    }),
    route(calls.changeIntegrations, {
      async handle({ principal, body, ifMatch, correlationId }) {
        const { version } = await integrationsOf(app.views, principal.owner);
        const position = await whereConnected(
          changeIntegrations(app, callerOf({ principal, correlationId }), body.github_closes_tasks, ifMatch?.versionAmong(version) ?? null),
        );
        await waitForReadModels(deps, position);
        return shown(principal.owner);
      },
    }),
    route(calls.takeGithubDelivery, {
      async handle({ body, context, correlationId }) {
        if (!(await app.github.isSigned(body, context.get('x-hub-signature-256'))))
          throw new Refusal(400, 'malformed', 'The signature is not of these bytes.');
        const delivery = deliveryOf(context.get('x-github-event'), parsed(body));
        if (delivery !== null) await whereConnected(proveNamedTasks(app, delivery, correlationId));
        return noContent();
      },
    }),
  ];
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Refusal(400, 'malformed', 'The body cannot be read as JSON.');
  }
}
