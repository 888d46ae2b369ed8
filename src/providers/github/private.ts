import { z } from 'zod';
import type { ChangePage, ChangeQuery, GithubChange } from '../../ports/github.ts';
import type { Api, ApiCaller } from './api.ts';
import type { GithubApp, Installation } from './app.ts';
import { commitsIn, EMPTY, type GithubUser, newestFirst, wholeSeconds } from './changes.ts';
import { branchesIn, type PushedBranch } from './pushes.ts';

/** If no repository is named, this many are searched: those with the newest pushes. */
const REPOSITORIES = 10;
/** The number of branches that are searched: those with the newest pushes. */
const BRANCHES = 5;

/** Commits, with the caller that may read each repository. */
export interface PrivateCommits extends ChangePage {
  readonly callers: ReadonlyMap<string, ApiCaller>;
}

interface Readable {
  readonly repository: string;
  readonly caller: ApiCaller;
}

/** Commits of an account on branches to which it pushed, without those that are `known`. */
export async function branchCommits(
  api: Api,
  caller: ApiCaller,
  user: GithubUser,
  { since, branches, known }: { readonly since: string; readonly branches: readonly PushedBranch[]; readonly known: ReadonlySet<string> },
): Promise<readonly GithubChange[]> {
  const seen = new Set(known);
  const changes: GithubChange[] = [];
  const candidates = branches.filter(({ at, from }) => at >= since && !known.has(from)).slice(0, BRANCHES);
  for (const { repository, from } of candidates) {
    if (seen.has(from)) continue;
    const page = await commitsIn(api, caller, user, { since, page: 1, repository, from });
    for (const change of page.changes)
      if (change.sha !== null && !seen.has(change.sha)) {
        seen.add(change.sha);
        changes.push(change);
      }
  }
  return changes;
}

/**
 * Commits of an account in the private repositories that both the account itself and the App may read. Searches the
 * repository that is named; without a name it searches, for the first page of a list, those with the newest pushes
 * until it `isLate`.
 */
export async function privateCommits(
  api: Api,
  app: GithubApp,
  user: GithubUser,
  query: ChangeQuery,
  isLate: () => boolean,
): Promise<PrivateCommits> {
  if (query.repository !== null) {
    const caller = await app.accessTo(user, query.repository);
    if (caller === null) return { ...EMPTY, callers: new Map() };
    const { changes, next } = await ofAllBranches(api, user, query, { repository: query.repository, caller });
    return { changes, next, callers: new Map([[query.repository, caller]]) };
  }
  const callers = new Map<string, ApiCaller>();
  const changes: GithubChange[] = [];
  for (const readable of query.page > 1 ? [] : await activeRepositories(api, app, user, query)) {
    if (isLate()) break;
    callers.set(readable.repository, readable.caller);
    changes.push(...(await ofAllBranches(api, user, query, readable)).changes);
  }
  return { changes: newestFirst(changes), next: null, callers };
}

async function ofAllBranches(api: Api, user: GithubUser, query: ChangeQuery, { repository, caller }: Readable): Promise<ChangePage> {
  const { changes, next } = await commitsIn(api, caller, user, { ...query, repository });
  if (query.page > 1) return { changes, next };
  const [owner, repo] = repository.split('/');
  const answer = await api.get(caller, '/repos/{owner}/{repo}/activity', { owner, repo, actor: user.login, per_page: 100 });
  const branches = answer === null ? [] : branchesIn(repository, answer.data);
  const known = new Set(changes.flatMap(({ sha }) => sha ?? []));
  const others = await branchCommits(api, caller, user, { since: query.since, branches, known });
  return { changes: newestFirst([...changes, ...others]), next };
}

const repositories = z.object({
  repositories: z.array(z.object({ full_name: z.string(), private: z.boolean(), pushed_at: z.string().nullish() })),
});

/** Private repositories of all installations to which somebody pushed since, and which the account may read. */
async function activeRepositories(api: Api, app: GithubApp, user: GithubUser, { since }: ChangeQuery): Promise<readonly Readable[]> {
  const active: { readonly repository: string; readonly pushedAt: string; readonly installation: Installation }[] = [];
  for (const installation of await app.installationsFor(user)) {
    const answer = await api.get(installation.caller, '/installation/repositories', { per_page: 100 });
    for (const { full_name: repository, private: isPrivate, pushed_at } of answer === null
      ? []
      : repositories.parse(answer.data).repositories)
      if (isPrivate && (pushed_at ?? '') >= wholeSeconds(since)) active.push({ repository, pushedAt: pushed_at ?? '', installation });
  }
  const newest = active.toSorted((a, b) => (a.pushedAt < b.pushedAt ? 1 : -1)).slice(0, REPOSITORIES);
  const readable: Readable[] = [];
  for (const { repository, installation } of newest)
    if (await app.mayRead(user, repository, installation)) readable.push({ repository, caller: installation.caller });
  return readable;
}
