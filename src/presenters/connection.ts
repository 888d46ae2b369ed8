import { type Connection, PLATFORMS } from '../contracts/connection.ts';
import { platformName } from '../domain/connection/events.ts';
import type { Opener } from '../ports/secrets.ts';
import type { ConnectionDoc } from '../projections/connection.ts';

/** Every platform as the API gives it, connected or not. */
export async function presentConnections(opener: Opener, owner: string, docs: readonly ConnectionDoc[]): Promise<Connection[]> {
  await opener.ready(owner);
  return PLATFORMS.map((platform) => {
    const doc = docs.find((one) => one.platform === platform);
    if (doc?.connected !== true) {
      const none = { platform, connected: false, userIdOnPlatform: null, scopes: [], connected_at: null };
      return { ...none, problem: doc ? `${platformName(platform)} has ended this connection. Connect it again to go on using it.` : null };
    }
    const { account, scopes, connected_at } = doc;
    return {
      platform,
      connected: true,
      userIdOnPlatform: opener.openNow(owner, account)?.user_id_on_platform ?? null,
      scopes: [...scopes],
      connected_at,
      problem: null,
    };
  });
}
