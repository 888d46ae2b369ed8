import { integrationDecider } from '../../domain/integration/decide.ts';
import { integrationStream } from '../../domain/integration/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { GitHubNotConnected } from '../../ports/github.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';

/** How an account at GitHub is found again without being named. */
export const accountKey = ({ hashes }: Pick<App, 'hashes'>, id: string): string => hashes.keyed('github account', id);

/** Switches on or off that commits prove tasks. @throws RuleViolation conflict (not connected), precondition_failed; GitHubBusy */
export async function changeIntegrations(
  app: App,
  caller: Caller,
  github_closes_tasks: boolean,
  ifMatch: number | null = null,
): Promise<Position | null> {
  const id = github_closes_tasks ? await app.github.accountOf(caller.owner) : null;
  const command = { type: 'Change', github_closes_tasks, github_account: id && accountKey(app, id), if_match: ifMatch } as const;
  return (await handle(app, integrationDecider, integrationStream(caller.owner), command, contextOf(caller))).position;
}

/** Turns what GitHub cannot do for somebody who is not connected into a refusal. Other errors stay. */
export async function whereConnected<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof GitHubNotConnected) throw new RuleViolation('conflict', 'Connect GitHub first, in the settings.');
    throw error;
  }
}
