import { type Connection, type GithubCommit, type GithubPull, PLATFORMS } from '../contracts/connection.ts';
import { platformName } from '../domain/connection/events.ts';
import type { GithubChange } from '../ports/github.ts';
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

/** `read_at`: when it was read from GitHub. */
export const presentCommit = (change: GithubChange, read_at: string): GithubCommit => ({
  url: change.url,
  sha: change.sha ?? '',
  repository: change.repository,
  message: change.text,
  author: change.author ?? '',
  committed_at: change.at,
  pushed_at: change.pushed_at,
  additions: change.additions,
  deletions: change.deletions,
  read_at,
});

export const presentPull = (change: GithubChange, read_at: string): GithubPull => ({
  kind: change.kind === 'review' ? 'review' : 'pull_request',
  url: change.url,
  repository: change.repository,
  number: change.number ?? 0,
  title: change.text,
  author: change.author ?? '',
  state: change.state ?? 'open',
  created_at: change.at,
  merged_at: change.merged_at,
  read_at,
});
