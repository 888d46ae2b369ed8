import { LRUCache } from 'lru-cache';
import {
  type ChangePage,
  type ChangeQuery,
  type FoundChange,
  type GitHub,
  GitHubBusy,
  GitHubNotConnected,
  type GithubChange,
} from '../../ports/github.ts';
import type { Access, Connections } from '../../ports/oauth.ts';
import { addressOf } from './address.ts';
import { type Api, type ApiCaller, TokenRefused } from './api.ts';
import type { GithubApp } from './app.ts';
import { changeAt, commitShape, type GithubUser, githubUser, newestFirst, searchCommits, searchPullsAndReviews } from './changes.ts';
import { branchCommits, type PrivateCommits, privateCommits } from './private.ts';
import { NO_PUSHES, type Pushes, pushesIn } from './pushes.ts';

export interface GitHubOptions {
  readonly connections: Connections;
  readonly api: Api;
  /** Reads the private repositories that were chosen for the App. */
  readonly app: GithubApp;
  /** The origin of GitHub's pages. */
  readonly site: string;
  /** Whether GitHub signed these bytes. */
  readonly isSigned: GitHub['isSigned'];
  /** Real time in milliseconds since the epoch. */
  readonly now?: () => number;
}

const TEN_MINUTES = 600_000;
const A_MINUTE = 60_000;
/** How long the sizes of a page of commits are looked up. Sizes that take longer stay unknown. */
const SIZES_MS = 4_000;
/** How long private repositories are searched for one list. */
const PRIVATE_MS = 6_000;
const NO_COMMITS: PrivateCommits = { changes: [], next: null, callers: new Map() };
/** How long all changes of one proof together are looked up. */
const LOOK_UP_MS = 10_000;
const NOT_CONNECTED = 'Connect GitHub in the settings first.';

/** GitHub's names ignore upper and lower case. */
const sameName = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** An owner's account at GitHub. */
interface Asker {
  readonly caller: ApiCaller;
  readonly user: GithubUser;
}

/** GitHub over its REST API, with the tokens of connected accounts. */
export function createGitHub({ connections, api, app, site, isSigned, now = Date.now }: GitHubOptions): GitHub {
  const users = new LRUCache<string, GithubUser>({ max: 10_000, ttl: TEN_MINUTES, perf: { now } });
  const pushes = new LRUCache<string, Pushes>({ max: 1_000, ttl: A_MINUTE, perf: { now } });
  /** Sizes of commits can be cached, because a commit never changes. */
  const sizes = new LRUCache<string, Pick<GithubChange, 'additions' | 'deletions'>>({ max: 5_000 });

  /** The token may have been renewed meanwhile, so after a refusal the new one is tried once. */
  async function asUser<T>(owner: string, work: (asker: Asker) => Promise<T>, before = ''): Promise<T> {
    const access = await accessOf(owner);
    if (access === null || access.token === before) throw new GitHubNotConnected(NOT_CONNECTED);
    try {
      return await work(await askerOf(access));
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error;
      await connections.refused(owner, 'github', access.token);
      if (before !== '') throw new GitHubNotConnected(NOT_CONNECTED);
      return asUser(owner, work, access.token);
    }
  }

  async function accessOf(owner: string): Promise<Access | null> {
    try {
      return await connections.tokenOf(owner, 'github');
    } catch {
      throw new GitHubBusy('GitHub does not answer right now.');
    }
  }

  async function askerOf({ token, id }: Access): Promise<Asker> {
    const caller = { token, name: `user ${id}` };
    const known = users.get(id);
    if (known !== undefined) return { caller, user: known };
    const answer = await api.get(caller, '/user');
    const user = githubUser.parse(answer?.data);
    // A token always belongs to one account, so a token of another account is not one of this connection.
    if (String(user.id) !== id) throw new TokenRefused('This token is of another account.');
    users.set(id, user);
    return { caller, user };
  }

  /** If private repositories cannot be read, the rest is still shown. */
  async function ofPrivate<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof GitHubBusy) throw error;
      return otherwise;
    }
  }

  /** What this account pushed, as far as GitHub's events tell. */
  async function pushesOf({ caller, user }: Asker): Promise<Pushes> {
    const known = pushes.get(user.login);
    if (known !== undefined) return known;
    const answer = await api.get(caller, '/users/{username}/events', { username: user.login, per_page: 100 });
    const found = answer === null ? NO_PUSHES : pushesIn(answer.data);
    pushes.set(user.login, found);
    return found;
  }

  async function pushed(asker: Asker, changes: readonly GithubChange[]): Promise<readonly GithubChange[]> {
    if (!changes.some(({ sha }) => sha !== null)) return changes;
    const { times } = await pushesOf(asker).catch(() => NO_PUSHES);
    return changes.map((one) => ({ ...one, pushed_at: times.get(one.sha ?? '') ?? null }));
  }

  /** The size of each commit takes a request. A size that does not arrive in time stays unknown. */
  async function sized(callerOf: (change: GithubChange) => ApiCaller, changes: readonly GithubChange[]): Promise<readonly GithubChange[]> {
    const until = now() + SIZES_MS;
    const full: GithubChange[] = [];
    for (const change of changes) full.push({ ...change, ...(await sizeOf(callerOf(change), change, until)) });
    return full;
  }

  async function sizeOf(caller: ApiCaller, { sha, repository }: GithubChange, until: number) {
    const key = `${repository} ${sha}`;
    const known = sizes.get(key);
    if (known !== undefined || now() >= until) return known;
    const [owner, repo] = repository.split('/');
    const answer = await api.get(caller, '/repos/{owner}/{repo}/commits/{sha}', { owner, repo, sha }).catch(() => null);
    const stats = commitShape.safeParse(answer?.data).data?.stats;
    if (stats === undefined) return undefined;
    const size = { additions: stats.additions, deletions: stats.deletions };
    sizes.set(key, size);
    return size;
  }

  /** Searches default branches, and for the first page also reads the branches to which the account pushed. */
  async function commits(asker: Asker, query: ChangeQuery): Promise<ChangePage> {
    const { caller, user } = asker;
    const until = now() + PRIVATE_MS;
    const hidden = await ofPrivate(NO_COMMITS, () => privateCommits(api, app, user, query, () => now() >= until));
    const open = await searchCommits(api, caller, user, query);
    const known = new Set([...hidden.changes, ...open.changes].flatMap(({ sha }) => sha ?? []));
    const isHidden = new Set(hidden.changes.map(({ sha }) => sha));
    const searched = open.changes.filter(({ sha }) => !isHidden.has(sha));
    const { branches } = query.page > 1 ? NO_PUSHES : await pushesOf(asker).catch(() => NO_PUSHES);
    const wanted = branches.filter(({ repository }) => query.repository === null || sameName(repository, query.repository));
    const others = await branchCommits(api, caller, user, { since: query.since, branches: wanted, known });
    const own = [
      ...(await sized(({ repository }) => hidden.callers.get(repository) ?? caller, hidden.changes)),
      ...(await sized(() => caller, [...searched, ...others])),
    ];
    return { changes: await pushed(asker, newestFirst(own)), next: open.next ?? hidden.next };
  }

  async function lookUp(asker: Asker, url: string): Promise<FoundChange | null> {
    const address = addressOf(url, site);
    if (address === null) return null;
    const open = await changeAt(api, asker.caller, address);
    const found =
      open ??
      (await ofPrivate(null, async () => {
        const caller = await app.accessTo(asker.user, address.repository);
        return caller && changeAt(api, caller, address);
      }));
    if (found === null) return null;
    const [change] = await pushed(asker, [found.change]);
    return change === undefined ? null : { change, own: found.authorId === asker.user.id };
  }

  return {
    accountOf: async (owner) => (await accessOf(owner))?.id ?? null,
    isSigned,
    kindOf: (url) => addressOf(url, site)?.kind ?? null,
    commits: (owner, query) => asUser(owner, (asker) => commits(asker, query)),
    pulls: (owner, query) => asUser(owner, ({ caller, user }) => searchPullsAndReviews(api, caller, user, query)),
    lookUp: (owner, urls) =>
      asUser(owner, async (asker) => {
        const until = now() + LOOK_UP_MS;
        const found = new Map<string, FoundChange>();
        for (const url of urls) {
          if (now() >= until) throw new GitHubBusy('GitHub takes long to answer.');
          const change = await lookUp(asker, url);
          if (change !== null) found.set(url, change);
        }
        return found;
      }),
  };
}
