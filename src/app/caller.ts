import { RuleViolation } from '../domain/kernel/decider.ts';
import type { Actor } from '../domain/kernel/event.ts';
import type { Context } from '../domain/kernel/handle.ts';
import { type AccountDoc, account } from '../projections/account/accounts.ts';
import type { App } from './app.ts';

export interface Caller {
  readonly owner: string;
  readonly actor: Actor;
  readonly correlationId: string;
  readonly causationId: string | null;
}

export const userCaller = (owner: string, correlationId: string): Caller => ({
  owner,
  actor: { kind: 'user', id: owner },
  correlationId,
  causationId: null,
});

export const contextOf = ({ owner, actor, correlationId, causationId }: Caller): Context => ({ owner, actor, correlationId, causationId });

/**
 * The owner's present IANA zone.
 * @throws RuleViolation not_found if there is no account
 */
export const ownerZone = async (app: Pick<App, 'views'>, owner: string): Promise<string> => (await ownerZones(app, owner)).zone;

/**
 * The owner's present IANA zone, and the changes of zone before it.
 * @throws RuleViolation not_found if there is no account
 */
export async function ownerZones(app: Pick<App, 'views'>, owner: string): Promise<{ zone: string; moves: AccountDoc['moves'] }> {
  const found = await account(app.views, owner);
  if (!found) throw new RuleViolation('not_found', 'There is no such account.');
  return { zone: found.doc.timezone, moves: found.doc.moves };
}
