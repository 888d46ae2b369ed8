import { request } from '@octokit/request';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Api, ApiCaller } from './api.ts';

/** A GitHub App: people install it and choose the private repositories that it may read. */
export interface GithubAppOptions {
  readonly id: string;
  /** The private key, PEM. */
  readonly key: string;
  /** The API's address, without a trailing slash. */
  readonly url: string;
}

/** What an owner lets the App read. */
export interface PrivateAccess {
  readonly caller: ApiCaller;
}

export interface GithubApp {
  /** Null: the account has not installed the App. @throws GitHubBusy */
  accessOf(account: { readonly id: string; readonly login: string }): Promise<PrivateAccess | null>;
}

const installation = z.object({ id: z.number(), account: z.object({ id: z.number() }).nullable(), suspended_at: z.string().nullish() });
const A_MINUTE = 60_000;

/** Nobody can choose private repositories. */
export const NO_APP: GithubApp = { accessOf: async () => null };

/** Loaded when it is needed, since most programs have no App. */
async function openAuth({ id, key, url }: GithubAppOptions) {
  const { createAppAuth } = await import('@octokit/auth-app');
  return createAppAuth({ appId: id, privateKey: key, request: request.defaults({ baseUrl: url }) });
}

/**
 * Only the installation on the owner's own account counts: one on the account of somebody else is not theirs to read through,
 * even where they work on its repositories.
 */
export function githubApp(options: GithubAppOptions, api: Api): GithubApp {
  let opened: ReturnType<typeof openAuth> | null = null;
  const known = new LRUCache<string, { readonly found: number | null }>({ max: 10_000, ttl: A_MINUTE });

  const authOf = () => {
    opened ??= openAuth(options);
    return opened;
  };

  async function installationOf(account: { readonly id: string; readonly login: string }): Promise<number | null> {
    const remembered = known.get(account.id);
    if (remembered !== undefined) return remembered.found;
    const auth = await authOf();
    const { token } = await auth({ type: 'app' });
    const answer = await api.get({ token, name: 'app' }, '/users/{username}/installation', { username: account.login });
    const parsed = answer === null ? null : installation.parse(answer.data);
    const isTheirs = parsed !== null && String(parsed.account?.id) === account.id && parsed.suspended_at == null;
    const found = isTheirs ? parsed.id : null;
    known.set(account.id, { found });
    return found;
  }

  return {
    async accessOf(account) {
      const installationId = await installationOf(account);
      if (installationId === null) return null;
      const auth = await authOf();
      const { token } = await auth({ type: 'installation', installationId, permissions: { contents: 'read', pull_requests: 'read' } });
      return { caller: { token, name: `installation ${installationId}` } };
    },
  };
}
