import { connectionDecider } from '../../domain/connection/decide.ts';
import { connectionStream } from '../../domain/connection/events.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { Access, Connections, Platform } from '../../ports/connections.ts';
import { type OAuthTokens, ProviderRefused, ProviderUnavailable } from '../../ports/oauth.ts';
import type { StoredTokens } from '../../ports/provider-tokens.ts';
import { withAccountLock } from '../account/account-lock.ts';
import type { App } from '../app.ts';
import { later } from '../delivery/account-mails.ts';
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
