import type { Platform } from '../../ports/connections.ts';
import { ProviderUnavailable } from '../../ports/oauth.ts';
import type { Revocation, StoredTokens } from '../../ports/provider-tokens.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';

/** How long the program tries to reach a provider that does not answer, in milliseconds. */
const TRIED_FOR = 7 * DAY_MS;

type Parts = Pick<App, 'providerTokens' | 'oauth' | 'clock' | 'hashes'>;

/**
 * Moves an owner's tokens to the list of tokens to revoke. From then on they no longer belong to the owner, and the list does not say who
 * had them. It can be repeated after a crash. Returns what is to be revoked; null: there are no tokens.
 */
export async function endTokens(app: Parts, owner: string, platform: Platform): Promise<Revocation | null> {
  const tokens = await app.providerTokens.providerTokens(owner, platform);
  const revocation = tokens && (await revokeLater(app, platform, tokens));
  await app.providerTokens.endProviderTokens(owner, platform);
  return revocation;
}

export async function revokeLater(
  { providerTokens, hashes, clock }: Parts,
  platform: Platform,
  { access, refresh }: Pick<StoredTokens, 'access' | 'refresh'>,
): Promise<Revocation> {
  const id = hashes.keyed('revocation', `${platform} ${refresh ?? access}`);
  const revocation = { id, platform, access, refresh, expires_at: later(clock.now(), TRIED_FOR) };
  await providerTokens.putRevocation(revocation);
  return revocation;
}

/** Revokes all waiting tokens, or only `some`. If a provider does not answer, due work tries again later. */
export async function revokeWaiting(app: Parts, some?: readonly Revocation[]): Promise<void> {
  await Promise.all((some ?? (await app.providerTokens.revocations())).map((one) => revoke(app, one)));
}

async function revoke({ oauth, providerTokens }: Parts, { id, platform, access, refresh }: Revocation): Promise<void> {
  try {
    await oauth[platform]?.revoke({ access, refresh });
  } catch (error) {
    if (error instanceof ProviderUnavailable) return;
    throw error;
  }
  if (oauth[platform] !== null) await providerTokens.endRevocation(id);
}

const PLATFORMS: readonly Platform[] = ['google', 'github'];

/** Revokes all tokens of an owner whose account is being deleted. A provider that is down does not delay the deletion. */
export async function endAllTokens(app: Parts, owner: string): Promise<void> {
  const ended: Revocation[] = [];
  for (const platform of PLATFORMS) {
    const revocation = await endTokens(app, owner, platform);
    if (revocation !== null) ended.push(revocation);
  }
  await revokeWaiting(app, ended);
}
