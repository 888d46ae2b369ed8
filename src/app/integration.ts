import { ConnectionMade, ConnectionRemoved } from '../domain/connection/events.ts';
import { integrationDecider } from '../domain/integration/decide.ts';
import { integrationStream } from '../domain/integration/events.ts';
import { RuleViolation } from '../domain/kernel/decider.ts';
import { isEvent } from '../domain/kernel/define-event.ts';
import { derivedId } from '../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../domain/kernel/event.ts';
import { handle } from '../domain/kernel/handle.ts';
import { exists } from '../domain/task/state.ts';
import { GitHubNotConnected, type GithubChange } from '../ports/github.ts';
import { ownersOfAccount } from '../projections/integration.ts';
import { liveTaskWith } from '../projections/task/task-lists.ts';
import type { App } from './app.ts';
import { type Caller, contextOf } from './caller.ts';
import { seen, verdictOn } from './proof/looked-up.ts';
import { handInChecked } from './proof/proof.ts';
import { latest, loadTask } from './task/task-send.ts';

/** A keyed hash, by which the program finds a GitHub account without storing its id. */
const accountKey = ({ hashes }: Pick<App, 'hashes'>, id: string): string => hashes.keyed('github account', id);

/**
 * Sets whether commits prove tasks.
 * @throws RuleViolation conflict (not connected), precondition_failed; GitHubBusy
 */
export async function changeIntegrations(
  app: App,
  caller: Caller,
  github_closes_tasks: boolean,
  ifMatch: number | null = null,
): Promise<Position | null> {
  const id = github_closes_tasks ? await app.github.accountOf(caller.owner) : null;
  const command = { type: 'Change', github_closes_tasks, github_account: id && accountKey(app, id), if_match: ifMatch } as const;
  const { position } = await handle(app, integrationDecider, integrationStream(caller.owner), command, contextOf(caller));
  if (id === null) return position;
  // The owner may have connected another account meanwhile. That ran too early to switch this permission off.
  return latest([position, await followAccount(app, caller, await app.github.accountOf(caller.owner))]);
}

/**
 * Ends the permission if it was given for another account than the connected one. `id`: of the connected account; null: none is connected.
 */
export async function followAccount(app: App, caller: Caller, id: string | null): Promise<Position | null> {
  const command = { type: 'FollowAccount', github_account: id && accountKey(app, id) } as const;
  return (await handle(app, integrationDecider, integrationStream(caller.owner), command, contextOf(caller))).position;
}

/** Ends the permission that depends on a connection with GitHub when the connection changes. It can be repeated at any later time. */
export async function followConnection(app: App, event: Recorded): Promise<Position | null> {
  const { owner, correlation_id } = event.metadata;
  const isMade = isEvent(event, ConnectionMade);
  if (owner === null || !(isMade || isEvent(event, ConnectionRemoved)) || event.data.platform !== 'github') return null;
  const tokens = await app.providerTokens.providerTokens(owner, 'github');
  // The provider has ended the connection since. The same account may come back, so the permission stays.
  if (isMade && tokens === null) return null;
  const caller: Caller = { owner, actor: { kind: 'user', id: owner }, correlationId: correlation_id, causationId: event.id };
  return followAccount(app, caller, tokens?.id ?? null);
}

/** Turns an error of GitHub about a missing connection into a refusal. Other errors do not change. */
export async function whereConnected<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GitHubNotConnected) throw new RuleViolation('conflict', 'Connect GitHub first, in the settings.');
    throw error;
  }
}

export interface Delivery {
  /** The numeric id of the account as text. */
  readonly account: string;
  readonly changes: readonly { readonly change: GithubChange; readonly words: string }[];
}

const NAMED = /\bvouch:([0-9a-f]{12})(?![0-9a-z])/gi;
/** In one delivery. */
const MOST_NAMED = 50;

/** The last 12 characters of the ids of tasks that a text names. */
const namedIn = (words: string): readonly string[] => [...new Set([...words.matchAll(NAMED)].map(([, name = '']) => name.toLowerCase()))];

/**
 * Gives the changes of a delivery as proof of the tasks that they name, if an owner who connected this account has allowed that. Ignores
 * changes that name no task of theirs, that come too late, or that come again.
 * @throws GitHubBusy
 */
export async function proveNamedTasks(app: App, { account, changes }: Delivery, correlationId: string): Promise<Position | null> {
  const named = new Map<string, GithubChange[]>();
  for (const { change, words } of changes)
    for (const name of namedIn(words)) {
      if (named.size >= MOST_NAMED && !named.has(name)) continue;
      named.set(name, [...(named.get(name) ?? []), change]);
    }
  if (named.size === 0) return null;
  const positions: (Position | null)[] = [];
  for (const owner of await ownersOfAccount(app.views, accountKey(app, account))) {
    // The owner may have connected another account meanwhile.
    if ((await app.github.accountOf(owner)) !== account) continue;
    for (const [name, found] of named)
      positions.push(await prove(app, { owner, actor: ACTOR, correlationId, causationId: null }, name, found));
  }
  return latest(positions);
}

const ACTOR = { kind: 'provider', id: 'github' } as const;

async function prove(app: App, caller: Caller, name: string, changes: readonly GithubChange[]): Promise<Position | null> {
  const { owner } = caller;
  const id = await liveTaskWith(app.views, owner, name);
  const state = id === null ? null : await loadTask(app, id);
  if (id === null || state === null || !exists(state) || state.owner !== owner) return null;
  const now = app.clock.now();
  const looked_up = changes
    .map((change) => seen(change.url, { change, own: true }, state.fields, now))
    .filter(({ confirmed }) => confirmed === true)
    .slice(0, 20);
  const commits = looked_up.map(({ url }) => url);
  const checked = verdictOn(commits, looked_up);
  if (checked === null) return null;
  const submissionId = derivedId('commits_proof', id, ...commits.toSorted());
  return handInChecked(app, caller, id, { submissionId, now, texts: { commits, looked_up }, checked });
}
