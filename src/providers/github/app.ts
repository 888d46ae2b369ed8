import { request } from '@octokit/request';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Api, ApiCaller } from './api.ts';
import { type GithubUser, githubUser } from './changes.ts';

/** A GitHub App: people and organizations install it and choose the private repositories that it may read. */
export interface GithubAppOptions {
  readonly id: string;
  /** The private key, PEM. */
  readonly key: string;
  /** The API's address, without a trailing slash. */
  readonly url: string;
}

/** The installation of the App on an account or an organization. */
export interface Installation {
  readonly caller: ApiCaller;
  /** True if it is on the asking account itself, which may read everything there. */
  readonly isOwn: boolean;
}

export interface GithubApp {
  /**
   * The installations in which an account's private work may be: its own, and those of organizations. @throws
   * GitHubBusy
   */
  installationsFor(account: GithubUser): Promise<readonly Installation[]>;
  /**
   * The caller that reads a private repository for an account. Null: there is none, or the account may not read it
   * itself. @throws GitHubBusy
   */
  accessTo(account: GithubUser, repository: string): Promise<ApiCaller | null>;
  /** Whether an account may itself read a repository (`owner/name`) of an installation. @throws GitHubBusy */
  mayRead(account: GithubUser, repository: string, installation: Installation): Promise<boolean>;
}

const installation = z.object({
  id: z.number(),
  // An enterprise has no type.
  account: z.object({ id: z.number(), type: z.string().optional() }).nullable(),
  suspended_at: z.string().nullish(),
});
type InstallationShape = z.output<typeof installation>;
const permission = z.object({ permission: z.string(), user: githubUser.nullable() });
const READING: ReadonlySet<string> = new Set(['admin', 'write', 'read']);
const A_MINUTE = 60_000;
/** At most this many installations of organizations are searched if no repository is named. */
const ORGANIZATIONS = 10;

/** Used without an App: private repositories cannot be read. */
export const NO_APP: GithubApp = { installationsFor: async () => [], accessTo: async () => null, mayRead: async () => false };

/** Loaded only when it is needed, because most operators have no App. */
async function openAuth({ id, key, url }: GithubAppOptions) {
  const { createAppAuth } = await import('@octokit/auth-app');
  return createAppAuth({ appId: id, privateKey: key, request: request.defaults({ baseUrl: url }) });
}

/**
 * An account sees what is in somebody else's installation only if GitHub says that it may read the repository itself.
 * Answers are cached for a minute.
 */
export function githubApp(options: GithubAppOptions, api: Api): GithubApp {
  let opened: ReturnType<typeof openAuth> | null = null;
  /** GitHub's answers; `data` is null if there is nothing. */
  const answers = new LRUCache<string, { readonly data: unknown }>({ max: 10_000, ttl: A_MINUTE });
  const allowed = new LRUCache<string, boolean>({ max: 10_000, ttl: A_MINUTE });

  const authOf = () => {
    opened ??= openAuth(options);
    return opened;
  };

  /** Asks GitHub as the App itself. Null: there is nothing. */
  async function ofApp<T>(schema: z.ZodType<T>, path: string, parameters: Readonly<Record<string, unknown>>): Promise<T | null> {
    const key = `${path} ${JSON.stringify(parameters)}`;
    const known = answers.get(key);
    if (known !== undefined) return known.data === null ? null : schema.parse(known.data);
    const auth = await authOf();
    const { token } = await auth({ type: 'app' });
    const answer = await api.get({ token, name: 'app' }, path, parameters);
    const data = answer?.data ?? null;
    const found = data === null ? null : schema.parse(data);
    answers.set(key, { data });
    return found;
  }

  async function opens({ id, account }: InstallationShape, { id: asking }: GithubUser): Promise<Installation> {
    const auth = await authOf();
    const permissions = { metadata: 'read', contents: 'read', pull_requests: 'read' } as const;
    const { token } = await auth({ type: 'installation', installationId: id, permissions });
    return { caller: { token, name: `installation ${id}` }, isOwn: account?.id === asking };
  }

  const works = (one: InstallationShape | null): one is InstallationShape => one !== null && one.suspended_at == null;

  async function mayRead(account: GithubUser, repository: string, { caller, isOwn }: Installation): Promise<boolean> {
    if (isOwn) return true;
    const key = `${account.id} ${repository}`;
    const known = allowed.get(key);
    if (known !== undefined) return known;
    const [owner, repo] = repository.split('/');
    const path = '/repos/{owner}/{repo}/collaborators/{username}/permission';
    const answer = await api.get(caller, path, { owner, repo, username: account.login });
    const found = answer === null ? null : permission.parse(answer.data);
    // The login may belong to somebody else by now.
    const may = found !== null && found.user?.id === account.id && READING.has(found.permission);
    allowed.set(key, may);
    return may;
  }

  return {
    mayRead,
    async installationsFor(account) {
      const own = await ofApp(installation, '/users/{username}/installation', { username: account.login });
      const all = (await ofApp(z.array(installation), '/app/installations', { per_page: 100 })) ?? [];
      const organizations = all.filter((one) => works(one) && one.account?.type === 'Organization').slice(0, ORGANIZATIONS);
      const found = works(own) && own.account?.id === account.id ? [own, ...organizations] : organizations;
      const opened: Installation[] = [];
      for (const one of found) opened.push(await opens(one, account));
      return opened;
    },
    async accessTo(account, repository) {
      const [owner, repo] = repository.split('/');
      const found = await ofApp(installation, '/repos/{owner}/{repo}/installation', { owner, repo });
      if (!works(found)) return null;
      const one = await opens(found, account);
      return (await mayRead(account, repository, one)) ? one.caller : null;
    },
  };
}
