import { accountDecider } from '../../domain/account/decide.ts';
import { accountStream } from '../../domain/account/events.ts';
import { connectionDecider } from '../../domain/connection/decide.ts';
import { connectionStream } from '../../domain/connection/events.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { OAuthProvider, Platform } from '../../ports/oauth.ts';
import { withAccountLock } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { followAccount } from '../integration.ts';
import { latest } from '../task/task-send.ts';
import { endTokens, revokeLater, revokeWaiting, storedTokens } from './tokens.ts';

type Granted = Awaited<ReturnType<OAuthProvider['finish']>>;

/**
 * Stores the tokens that the provider gave when an owner allowed the connection.
 * @throws RuleViolation not_found if the account was deleted meanwhile
 */
export async function connect(app: App, caller: Caller, platform: Platform, granted: Granted): Promise<Position | null> {
  const { owner } = caller;
  const { tokens, person } = granted;
  const { position, replaced } = await withAccountLock(app, owner, async () => {
    const account = await readState(app.store, accountDecider, accountStream(owner));
    if (account.status !== 'confirmed') throw new RuleViolation('not_found', 'There is no such account.');
    const before = await app.providerTokens.providerTokens(owner, platform);
    const isOther = before !== null && before.id !== person.id;
    // A provider may revoke everything that one person has allowed, so old tokens of the same person are not revoked.
    const replaced = isOther ? await revokeLater(app, platform, before) : null;
    const kept = storedTokens(app, tokens, { id: person.id, refresh: isOther ? null : (before?.refresh ?? null), scopes: [] });
    await app.providerTokens.putProviderTokens(owner, platform, kept);
    const command = { type: 'Connect', platform, id: person.id, scopes: kept.scopes } as const;
    const { position } = await handle(app, connectionDecider, connectionStream(owner, platform), command, contextOf(caller));
    return { position: latest([position, await withWhatItAllows(app, caller, platform, person.id)]), replaced };
  });
  if (replaced !== null) await revokeWaiting(app, [replaced]);
  return position;
}

/** The owner's permissions for another account end with it. If the program stops in between, a reactor ends them. */
const withWhatItAllows = async (app: App, caller: Caller, platform: Platform, id: string | null): Promise<Position | null> =>
  platform === 'github' ? followAccount(app, caller, id) : null;

/** Revokes tokens that cannot be stored, for example because the account was deleted meanwhile. */
export async function giveBack(app: App, platform: Platform, { tokens }: Granted): Promise<void> {
  await revokeWaiting(app, [await revokeLater(app, platform, tokens)]);
}

/** Ends a connection here at once, and at the provider as soon as the provider answers. */
export async function disconnect(app: App, caller: Caller, platform: Platform): Promise<Position | null> {
  const { owner } = caller;
  const { position, ended } = await withAccountLock(app, owner, async () => {
    const ended = await endTokens(app, owner, platform);
    const command = { type: 'Disconnect', platform } as const;
    const { position } = await handle(app, connectionDecider, connectionStream(owner, platform), command, contextOf(caller));
    return { position: latest([position, await withWhatItAllows(app, caller, platform, null)]), ended };
  });
  if (ended !== null) await revokeWaiting(app, [ended]);
  return position;
}
