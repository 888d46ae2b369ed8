import { z } from 'zod';
import { changeIntegrations, whereConnected } from '../../../app/integration/integrations.ts';
import { proveNamedTasks } from '../../../app/integration/named-tasks.ts';
import { githubCommit, githubPull, integrations, integrationsBody } from '../../../contracts/github.ts';
import { type ChangePage, type ChangeQuery, GitHubBusy } from '../../../ports/github.ts';
import { presentCommit, presentPull } from '../../../presenters/github.ts';
import { integrationsOf } from '../../../projections/integration/integrations.ts';
import { task as findTask } from '../../../projections/task/task-lists.ts';
import { type Deps, waitForReadModels } from '../../deps.ts';
import { jsonBody, rawBody } from '../../kernel/bodies.ts';
import { etag } from '../../kernel/etag.ts';
import { nextLink } from '../../kernel/pages.ts';
import { callerOf, type Principal } from '../../kernel/principal.ts';
import { notFound, Refusal } from '../../kernel/problems.ts';
import { type Answer, type AnyRoute, type Call, json, noContent, route } from '../../kernel/route.ts';
import { byId } from '../../one-shown.ts';
import { deliveryOf } from './delivery.ts';
import { changesQuery } from './query.ts';

const TAG = 'Connections';
/** GitHub sends at most 25 MB, and pushes of many commits are far smaller. */
const DELIVERY_BYTES = 26_214_400;

/** @throws Refusal 503 with the time that GitHub asks to wait */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await whereConnected(work);
  } catch (error) {
    if (!(error instanceof GitHubBusy)) throw error;
    throw new Refusal(503, 'unavailable', `${error.message} Try again later.`, { headers: { 'Retry-After': String(error.seconds ?? 5) } });
  }
}

type ListCall = Call<z.output<typeof changesQuery>, unknown, Principal>;

/** What GitHub's connection is for: commits and pull requests as proof, and the switch for those that name a task. */
export function integrationRoutes(deps: Deps): readonly AnyRoute[] {
  const { app, pages } = deps;
  const common = { tag: TAG, access: 'user' } as const;
  const list = { ...common, method: 'GET', scopes: ['tasks:read'], query: changesQuery, refusals: ['not_found', 'conflict'] } as const;
  const settings = { ...common, path: '/api/settings/integrations' } as const;
  const one = { description: 'The settings', schema: integrations, etag: true } as const;

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
    const { changes, next } = await asked(read(owner, { since, repository, page: Number(number) }));
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
    route({
      ...list,
      path: '/api/connections/github/commits',
      summary: 'Commits of yours at GitHub since a task was made, the newest first',
      description:
        'Of default branches, as GitHub searches them, and of the five branches to which you pushed last. Private repositories are among them where they were chosen for the GitHub App, and you may read them.',
      replies: { 200: { description: 'Commits', schema: z.array(githubCommit), pages: true } },
      handle: (call) => page(call as ListCall, app.github.commits, presentCommit),
    }),
    route({
      ...list,
      path: '/api/connections/github/pulls',
      summary: 'Pull requests and reviews of yours at GitHub since a task was made',
      description:
        'A pull request that was opened before and merged since is among them. Each page is ordered by itself, the newest first.',
      replies: { 200: { description: 'Pull requests and reviews', schema: z.array(githubPull), pages: true } },
      handle: (call) => page(call as ListCall, app.github.pulls, presentPull),
    }),
    route({
      ...settings,
      method: 'GET',
      scopes: ['settings:read'],
      summary: 'Settings: what connected services may do',
      replies: { 200: one },
      handle: ({ principal }) => shown(principal.owner),
    }),
    route({
      ...settings,
      method: 'PUT',
      scopes: ['settings:write'],
      summary: 'Change what connected services may do',
      body: jsonBody(integrationsBody),
      replies: { 200: { ...one, description: 'The settings as they now are' } },
      refusals: ['precondition_failed', 'conflict'],
      async handle({ principal, body, ifMatch, correlationId }) {
        const { version } = await integrationsOf(app.views, principal.owner);
        const position = await asked(
          changeIntegrations(app, callerOf({ principal, correlationId }), body.github_closes_tasks, ifMatch?.versionAmong(version) ?? null),
        );
        await waitForReadModels(deps, position);
        return shown(principal.owner);
      },
    }),
    route({
      method: 'POST',
      path: '/api/webhooks/github',
      tag: TAG,
      access: 'anyone',
      summary: 'Where GitHub tells of pushes and pull requests',
      description:
        'Signed by GitHub (`X-Hub-Signature-256`). A commit or pull request that names a task with `vouch:` and the last 12 characters of its id is its proof, where its owner switched that on. The answer says nothing of what became of it.',
      body: rawBody({ maxBytes: DELIVERY_BYTES, media: ['application/json'] }),
      headers: z.object({
        'x-hub-signature-256': z.string().optional().meta({ description: '`sha256=` and the HMAC of the bytes.' }),
        'x-github-event': z.string().optional().meta({ description: 'What is told.' }),
      }),
      replies: { 204: { description: 'Taken' } },
      refusals: ['malformed'],
      async handle({ body, context, correlationId }) {
        if (!(await app.github.isSigned(body, context.get('x-hub-signature-256'))))
          throw new Refusal(400, 'malformed', 'The signature is not of these bytes.');
        const delivery = deliveryOf(context.get('x-github-event'), parsed(body));
        if (delivery !== null) await asked(proveNamedTasks(app, delivery, correlationId));
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
