import { LRUCache } from 'lru-cache';
import type { Access, Connections } from '../../ports/connections.ts';
import {
  type ChangePage,
  type ChangeQuery,
  type FoundChange,
  type GitHub,
  GitHubBusy,
  GitHubNotConnected,
  type GithubChange,
} from '../../ports/github.ts';
import { addressOf } from './address.ts';
import { type Api, type ApiCaller, TokenRefused } from './api.ts';
import type { GithubApp } from './app.ts';
import { privateCommits, searchCommits, searchPullsAndReviews } from './lists.ts';
import { changeAt } from './look-up.ts';
import { commitShape, type GithubUser, githubUser, pushEvents } from './shapes.ts';

export interface GitHubOptions {
  readonly connections: Connections;
  readonly api: Api;
  /** Reads private repositories of people who chose them. */
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
/** So long the sizes of the commits of a page are asked for; those that take longer stay unknown. */
const SIZES_MS = 4_000;
/** So long in all the changes of one proof are looked up. */
const LOOK_UP_MS = 10_000;
const NOT_CONNECTED = 'Connect GitHub in the settings first.';

/** An owner's account at GitHub. */
interface Asker {
  readonly caller: ApiCaller;
  readonly user: GithubUser;
}

/** GitHub over its REST API, with the tokens of connected accounts. */
export function createGitHub({ connections, api, app, site, isSigned, now = Date.now }: GitHubOptions): GitHub {
  const users = new LRUCache<string, GithubUser>({ max: 10_000, ttl: TEN_MINUTES, perf: { now } });
  const pushes = new LRUCache<string, ReadonlyMap<string, string>>({ max: 1_000, ttl: A_MINUTE, perf: { now } });
  /** A commit never changes. */
  const sizes = new LRUCache<string, Pick<GithubChange, 'additions' | 'deletions'>>({ max: 5_000 });

  /** A token that GitHub refuses may have been renewed meanwhile: the new one is tried once. */
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
    // Tokens belong to one account for ever; another one is no token of this connection.
    if (String(user.id) !== id) throw new TokenRefused('This token is of another account.');
    users.set(id, user);
    return { caller, user };
  }

  /** Private repositories are an addition: without them the rest is shown. */
  async function ofPrivate<T>({ user }: Asker, otherwise: T, work: (caller: ApiCaller) => Promise<T>): Promise<T> {
    try {
      const access = await app.accessOf({ id: String(user.id), login: user.login });
      return access === null ? otherwise : await work(access.caller);
    } catch (error) {
      if (error instanceof GitHubBusy) throw error;
      return otherwise;
    }
  }

  /** When GitHub was given commits by this account, by sha, as far as its events tell. */
  async function pushesOf({ caller, user }: Asker): Promise<ReadonlyMap<string, string>> {
    const known = pushes.get(user.login);
    if (known !== undefined) return known;
    const answer = await api.get(caller, '/users/{username}/events', { username: user.login, per_page: 100 });
    const events = pushEvents.safeParse(answer?.data).data ?? [];
    const times = new Map<string, string>();
    for (const { type, created_at, payload } of events) {
      if (type !== 'PushEvent' || created_at === null) continue;
      for (const sha of [payload.head, ...(payload.commits ?? []).map((one) => one.sha)]) {
        const before = sha === undefined ? undefined : times.get(sha);
        if (sha !== undefined && (before === undefined || created_at < before)) times.set(sha, created_at);
      }
    }
    pushes.set(user.login, times);
    return times;
  }

  async function pushed(asker: Asker, changes: readonly GithubChange[]): Promise<readonly GithubChange[]> {
    if (!changes.some(({ sha }) => sha !== null)) return changes;
    const times = await pushesOf(asker).catch(() => new Map<string, string>());
    return changes.map((one) => ({ ...one, pushed_at: times.get(one.sha ?? '') ?? null }));
  }

  /** The sizes of commits take a request each. What GitHub does not say in time stays unknown. */
  async function sized(callers: readonly ApiCaller[], changes: readonly GithubChange[]): Promise<readonly GithubChange[]> {
    const until = now() + SIZES_MS;
    const full: GithubChange[] = [];
    for (const change of changes) full.push({ ...change, ...(await sizeOf(callers, change, until)) });
    return full;
  }

  async function sizeOf(callers: readonly ApiCaller[], { sha, repository }: GithubChange, until: number) {
    const key = `${repository} ${sha}`;
    for (const caller of callers) {
      const known = sizes.get(key);
      if (known !== undefined || now() >= until) return known;
      const [owner, repo] = repository.split('/');
      const answer = await api.get(caller, '/repos/{owner}/{repo}/commits/{sha}', { owner, repo, sha }).catch(() => null);
      const stats = commitShape.safeParse(answer?.data).data?.stats;
      if (stats !== undefined) sizes.set(key, { additions: stats.additions, deletions: stats.deletions });
    }
    return sizes.get(key);
  }

  async function commits(asker: Asker, query: ChangeQuery): Promise<ChangePage> {
    const hidden = await ofPrivate<(ChangePage & { readonly caller: ApiCaller }) | null>(asker, null, async (caller) => ({
      ...(await privateCommits(api, caller, asker.user, query)),
      caller,
    }));
    const open = await searchCommits(api, asker.caller, asker.user, query);
    const isHidden = new Set(hidden?.changes.map(({ sha }) => sha));
    const own = [
      ...(await sized(hidden === null ? [] : [hidden.caller], hidden?.changes ?? [])),
      ...(await sized(
        [asker.caller],
        open.changes.filter(({ sha }) => !isHidden.has(sha)),
      )),
    ].toSorted((a, b) => (a.at < b.at ? 1 : -1));
    return { changes: await pushed(asker, own), next: open.next ?? hidden?.next ?? null };
  }

  async function lookUp(asker: Asker, url: string): Promise<FoundChange | null> {
    const address = addressOf(url, site);
    if (address === null) return null;
    const open = await changeAt(api, asker.caller, address);
    const found = open ?? (await ofPrivate(asker, null, (caller) => changeAt(api, caller, address)));
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
