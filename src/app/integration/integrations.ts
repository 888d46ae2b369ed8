import { ConnectionMade, ConnectionRemoved } from '../../domain/connection/events.ts';
import { integrationDecider } from '../../domain/integration/decide.ts';
import { integrationStream } from '../../domain/integration/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { GitHubNotConnected } from '../../ports/github.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { latest } from '../task/task-send.ts';

/** A keyed hash, by which the program finds a GitHub account without storing its id. */
export const accountKey = ({ hashes }: Pick<App, 'hashes'>, id: string): string => hashes.keyed('github account', id);

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
