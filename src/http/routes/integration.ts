import { z } from 'zod';
import { changeIntegrations, type Delivery, proveNamedTasks, whereConnected } from '../../app/integration.ts';
import type { QueryOf } from '../../contracts/call.ts';
import * as calls from '../../contracts/calls/integration.ts';
import type { ChangePage, ChangeQuery, GithubChange } from '../../ports/github.ts';
import { presentCommit, presentPull } from '../../presenters/connection.ts';
import { integrationsOf } from '../../projections/integration.ts';
import { task as findTask } from '../../projections/task/task-lists.ts';
import { etag } from '../kernel/headers.ts';
import { nextLink } from '../kernel/list-page.ts';
import { callerOf, type Principal } from '../kernel/principal.ts';
import { notFound, Refusal } from '../kernel/problems.ts';
import { type Answer, type Call, json, noContent, type Route, route } from '../kernel/route.ts';
import { byId } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

const account = z.object({ id: z.number().int(), login: z.string() });
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());
const repository = z.object({ full_name: z.string(), pushed_at: z.union([z.number(), z.string()]).nullish() });

const push = z.object({
  ref: z.string(),
  sender: account,
  repository,
  commits: z.array(
    z.object({
      id: z.string(),
      message: z.string(),
      timestamp: instant,
      url: z.string(),
      author: z.object({ username: z.string().nullish() }),
    }),
  ),
});

const pull = z.object({
  action: z.string(),
  sender: account,
  repository,
  pull_request: z.object({
    html_url: z.string(),
    number: z.number().int(),
    title: z.string(),
    body: z.string().nullish(),
    user: account.nullable(),
    draft: z.boolean().nullish(),
    created_at: instant,
    merged_at: instant.nullish(),
  }),
});

const NONE = { sha: null, number: null, state: null, merged_at: null, pushed_at: null, additions: null, deletions: null } as const;
const BRANCH = 'refs/heads/';
/** Actions that the author of the pull request takes. */
const BY_AUTHOR: ReadonlySet<string> = new Set(['opened', 'edited', 'reopened', 'ready_for_review']);

/** Extracts the commits or the pull request of one account. Null: the delivery contains none. */
function deliveryOf(event: string, body: unknown): Delivery | null {
  if (event === 'push') return ofPush(push.safeParse(body).data);
  return event === 'pull_request' ? ofPull(pull.safeParse(body).data) : null;
}

/**
 * For commits GitHub sends only the name of the author's account, no id. Therefore only commits that their author pushed count.
 */
function ofPush(data: z.output<typeof push> | undefined): Delivery | null {
  if (data === undefined || !data.ref.startsWith(BRANCH)) return null;
  const { sender, commits } = data;
  const own = commits.filter(({ author }) => author.username?.toLowerCase() === sender.login.toLowerCase());
  const changes = own.map(({ id, message, timestamp, url }) => {
    const change: GithubChange = {
      ...NONE,
      kind: 'commit',
      url,
      repository: data.repository.full_name,
      sha: id,
      text: message,
      author: sender.login,
      at: timestamp,
      pushed_at: pushedAt(data.repository.pushed_at),
    };
    return { change, words: message };
  });
  return { account: String(sender.id), changes };
}

/** Deliveries contain this time in seconds. */
function pushedAt(value: string | number | null | undefined): string | null {
  const date = typeof value === 'number' ? new Date(value * 1_000) : new Date(value ?? '');
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

/** A pull request counts for the person who opened it: when they opened or edited it, or when anybody merged it. */
function ofPull(data: z.output<typeof pull> | undefined): Delivery | null {
  if (data === undefined) return null;
  const { html_url: url, number, title, body, user, draft, created_at, merged_at = null } = data.pull_request;
  if (user === null) return null;
  const isMerged = merged_at !== null;
  const isOwn = BY_AUTHOR.has(data.action) && data.sender.id === user.id && draft !== true;
  if (!isOwn && !(data.action === 'closed' && isMerged)) return null;
  const change: GithubChange = {
    ...NONE,
    kind: 'pull_request',
    url,
    repository: data.repository.full_name,
    number,
    text: title,
    author: user.login,
    state: isMerged ? 'merged' : 'open',
    at: created_at,
    merged_at,
  };
  return { account: String(user.id), changes: [{ change, words: `${title}\n${body ?? ''}` }] };
}

type ListCall = Call<QueryOf<typeof calls.listCommits>, unknown, Principal>;

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
