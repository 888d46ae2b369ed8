import { connectionDecider } from '../../domain/connection/decide.ts';
import { connectionStream } from '../../domain/connection/events.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type Access, type Connections, type OAuthTokens, type Platform, ProviderRefused, ProviderUnavailable } from '../../ports/oauth.ts';
import type { Revocation, StoredTokens } from '../../ports/tokens.ts';
import { withAccountLock } from '../account/account-lookup.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { withOwnerLock } from '../owner-lock.ts';

type Parts = Omit<App, 'connections'>;

/** A token that is returned stays valid for at least this time, in milliseconds. */
const LEFT = 60_000;

const accessOf = ({ access: token, id, scopes }: StoredTokens): Access => ({ token, id, scopes });

/** Tokens in the stored form. If a provider gives no new refresh token, the old one stays in use. */
export const storedTokens = (
  { clock }: Pick<App, 'clock'>,
  { access, refresh, expiresIn, scopes }: OAuthTokens,
  before: Pick<StoredTokens, 'id' | 'refresh' | 'scopes'>,
): StoredTokens => ({
  access,
  refresh: refresh ?? before.refresh,
  expires_at: expiresIn === null ? null : later(clock.now(), expiresIn * 1_000),
  id: before.id,
  scopes: scopes.length > 0 ? scopes : before.scopes,
});

export const withConnections = (parts: Parts): App => ({ ...parts, connections: connectionsOver(parts) });

function connectionsOver(app: Parts): Connections {
  const stored = (owner: string, platform: Platform) => app.providerTokens.providerTokens(owner, platform);
  const isGood = ({ expires_at }: StoredTokens): boolean => expires_at === null || expires_at > later(app.clock.now(), LEFT);

  /** Writes only if the stored tokens are still those that were read, so that tokens that were ended meanwhile do not come back. */
  const whileSame = (owner: string, platform: Platform, { access }: StoredTokens, work: () => Promise<Access | null>) =>
    withAccountLock(app, owner, async () => {
      const present = await stored(owner, platform);
      return present?.access === access ? work() : present && accessOf(present);
    });

  const ended = (owner: string, platform: Platform, tokens: StoredTokens, reason: 'revoked' | 'expired'): Promise<Access | null> =>
    whileSame(owner, platform, tokens, async () => {
      const context = { owner, actor: { kind: 'provider', id: platform }, correlationId: app.newId(), causationId: null } as const;
      await handle(app, connectionDecider, connectionStream(owner, platform), { type: 'NoteEnded', platform, reason }, context);
      await app.providerTokens.endProviderTokens(owner, platform);
      return null;
    });

  /** The connection's next tokens. Only one process asks the provider, and the others read what it stored. */
  const renewed = (owner: string, platform: Platform, { access }: Pick<StoredTokens, 'access'>): Promise<Access | null> =>
    withOwnerLock(
      app,
      owner,
      async () => {
        const tokens = await stored(owner, platform);
        if (tokens === null || tokens.access !== access) return tokens && accessOf(tokens);
        if (tokens.refresh === null) return ended(owner, platform, tokens, isGood(tokens) ? 'revoked' : 'expired');
        const given = await refresh(platform, tokens.refresh);
        if (given === null) return ended(owner, platform, tokens, 'revoked');
        const next = storedTokens(app, given, tokens);
        return whileSame(owner, platform, tokens, async () => {
          await app.providerTokens.putProviderTokens(owner, platform, next);
          return accessOf(next);
        });
      },
      `connection ${platform}`,
    );

  /**
   * Null: the provider has ended the connection.
   * @throws ProviderUnavailable in all other cases
   */
  async function refresh(platform: Platform, token: string): Promise<OAuthTokens | null> {
    const provider = app.oauth[platform];
    if (provider === null) throw new ProviderUnavailable(`${platform} is not set up on this server.`);
    try {
      return await provider.refresh(token);
    } catch (error) {
      if (!(error instanceof ProviderRefused)) throw error;
      if (error.code === 'invalid_grant') return null;
      throw new ProviderUnavailable(`${provider.name} refused to renew a token: ${error.code}.`, { cause: error });
    }
  }

  return {
    async tokenOf(owner, platform) {
      const tokens = await stored(owner, platform);
      if (tokens === null) return null;
      return isGood(tokens) ? accessOf(tokens) : renewed(owner, platform, tokens);
    },
    async refused(owner, platform, token) {
      await renewed(owner, platform, { access: token });
    },
  };
}

/** How long the program tries to reach a provider that does not answer, in milliseconds. */
const TRIED_FOR = 7 * DAY_MS;

type RevocationParts = Pick<App, 'providerTokens' | 'oauth' | 'clock' | 'hashes'>;

/**
 * Moves an owner's tokens to the list of tokens to revoke. From then on they no longer belong to the owner, and the list does not say who
 * had them. It can be repeated after a crash. Returns what is to be revoked; null: there are no tokens.
 */
export async function endTokens(app: RevocationParts, owner: string, platform: Platform): Promise<Revocation | null> {
  const tokens = await app.providerTokens.providerTokens(owner, platform);
  const revocation = tokens && (await revokeLater(app, platform, tokens));
  await app.providerTokens.endProviderTokens(owner, platform);
  return revocation;
}

export async function revokeLater(
  { providerTokens, hashes, clock }: RevocationParts,
  platform: Platform,
  { access, refresh }: Pick<StoredTokens, 'access' | 'refresh'>,
): Promise<Revocation> {
  const id = hashes.keyed('revocation', `${platform} ${refresh ?? access}`);
  const revocation = { id, platform, access, refresh, expires_at: later(clock.now(), TRIED_FOR) };
  await providerTokens.putRevocation(revocation);
  return revocation;
}

/** Revokes all waiting tokens, or only `some`. If a provider does not answer, due work tries again later. */
export async function revokeWaiting(app: RevocationParts, some?: readonly Revocation[]): Promise<void> {
  await Promise.all((some ?? (await app.providerTokens.revocations())).map((one) => revoke(app, one)));
}

async function revoke({ oauth, providerTokens }: RevocationParts, { id, platform, access, refresh }: Revocation): Promise<void> {
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
export async function endAllTokens(app: RevocationParts, owner: string): Promise<void> {
  const ended: Revocation[] = [];
  for (const platform of PLATFORMS) {
    const revocation = await endTokens(app, owner, platform);
    if (revocation !== null) ended.push(revocation);
  }
  await revokeWaiting(app, ended);
}
