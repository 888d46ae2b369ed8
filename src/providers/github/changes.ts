import { z } from 'zod';
import type { ChangePage, ChangeQuery, GithubChange, PullState } from '../../ports/github.ts';
import type { ChangeAddress } from './address.ts';
import type { Api, ApiCaller } from './api.ts';

/** The fields of GitHub's answers that are read. */
const user = z.object({ login: z.string(), id: z.number() });
export type GithubUser = z.output<typeof user>;
export const githubUser = user;

/** GitHub's instants have whole seconds; ours have milliseconds. */
const instant = z.string().transform((text) => new Date(text).toISOString());

export const commitShape = z.object({
  sha: z.string(),
  html_url: z.string(),
  commit: z.object({ message: z.string(), author: z.object({ name: z.string(), date: instant }) }),
  author: user.nullish().catch(null),
  stats: z.object({ additions: z.number(), deletions: z.number() }).optional(),
});
const commitHits = z.object({
  total_count: z.number(),
  items: z.array(commitShape.extend({ repository: z.object({ full_name: z.string() }) })),
});

const pullShape = z.object({
  html_url: z.string(),
  number: z.number(),
  title: z.string(),
  user: user.nullable(),
  state: z.enum(['open', 'closed']),
  created_at: instant,
  merged_at: instant.nullish(),
});
const pullHits = z.object({
  total_count: z.number(),
  items: z.array(
    pullShape
      .omit({ merged_at: true })
      .extend({ pull_request: z.object({ merged_at: instant.nullish() }).nullish(), repository_url: z.string() }),
  ),
});

const reviewShape = z.object({
  id: z.number(),
  html_url: z.string(),
  user: user.nullable(),
  body: z.string().nullish(),
  state: z.string(),
  submitted_at: instant.nullish(),
});

const NONE = { sha: null, number: null, state: null, merged_at: null, pushed_at: null, additions: null, deletions: null } as const;

const commitChange = (repository: string, { sha, html_url, commit, author, stats }: z.output<typeof commitShape>): GithubChange => ({
  ...NONE,
  kind: 'commit',
  url: html_url,
  repository,
  sha,
  text: commit.message,
  author: author?.login ?? commit.author.name,
  at: commit.author.date,
  additions: stats?.additions ?? null,
  deletions: stats?.deletions ?? null,
});

/** `since`: a pull request that was opened before, and merged after it, counts from its merge. */
function pullChange(repository: string, pull: z.output<typeof pullShape>, since: string | null = null): GithubChange {
  const { html_url: url, number, title: text, user: by, state, created_at, merged_at = null } = pull;
  const isMerged = merged_at !== null;
  const at = since !== null && created_at < since && isMerged ? merged_at : created_at;
  const author = by?.login ?? null;
  return { ...NONE, kind: 'pull_request', url, repository, number, text, author, state: isMerged ? 'merged' : state, at, merged_at };
}

const REVIEW_STATES: Readonly<Record<string, PullState>> = {
  APPROVED: 'approved',
  CHANGES_REQUESTED: 'changes_requested',
  DISMISSED: 'dismissed',
};

/** Null: the review was not submitted yet. */
function reviewChange(
  repository: string,
  pull: { readonly number: number; readonly title: string },
  { html_url: url, user: by, state, submitted_at }: z.output<typeof reviewShape>,
): GithubChange | null {
  if (submitted_at == null) return null;
  const { number, title: text } = pull;
  return {
    ...NONE,
    kind: 'review',
    url,
    repository,
    number,
    text,
    author: by?.login ?? null,
    state: REVIEW_STATES[state] ?? 'commented',
    at: submitted_at,
  };
}

const A_PAGE = 20;
/** Each of them needs a request of its own. */
const REVIEWED = 10;
/** GitHub's search gives at most 1,000 results. */
const MOST = 1_000;

/** GitHub accepts no fractions of a second. */
export const wholeSeconds = (instant: string): string => instant.replace(/\.\d+Z$/, 'Z');

const only = (repository: string | null): string => (repository === null ? '' : ` repo:${repository}`);
const nextOf = (page: number, total: number, size: number): number | null => (page * size < Math.min(total, MOST) ? page + 1 : null);
export const newestFirst = (changes: readonly GithubChange[]): readonly GithubChange[] =>
  changes.toSorted((a, b) => (a.at < b.at ? 1 : -1));
export const EMPTY: ChangePage = { changes: [], next: null };

/** Commits of an account in public repositories. GitHub searches default branches only. */
export async function searchCommits(api: Api, caller: ApiCaller, { login, id }: GithubUser, query: ChangeQuery): Promise<ChangePage> {
  const { since, repository, page } = query;
  const q = `author:${login} author-date:>=${wholeSeconds(since)}${only(repository)}`;
  const answer = await api.get(caller, '/search/commits', { q, sort: 'author-date', order: 'desc', per_page: A_PAGE, page });
  if (answer === null) return EMPTY;
  const { total_count, items } = commitHits.parse(answer.data);
  const own = items.filter(({ author }) => author?.id === id).map((item) => commitChange(item.repository.full_name, item));
  return { changes: own.filter(({ at }) => at >= since), next: nextOf(page, total_count, A_PAGE) };
}

/**
 * Commits of an account in one repository. `from`: the name or the newest commit of a branch; left out: the default
 * branch.
 */
export async function commitsIn(
  api: Api,
  caller: ApiCaller,
  user: GithubUser,
  { since, page, repository, from }: Omit<ChangeQuery, 'repository'> & { readonly repository: string; readonly from?: string },
): Promise<ChangePage> {
  const [owner, repo] = repository.split('/');
  const parameters = { owner, repo, ...(from && { sha: from }), author: user.login, since: wholeSeconds(since), per_page: A_PAGE, page };
  const answer = await api.get(caller, '/repos/{owner}/{repo}/commits', parameters);
  if (answer === null) return EMPTY;
  const found = z.array(commitShape).parse(answer.data);
  const own = found.filter(({ author }) => author?.id === user.id).map((item) => commitChange(repository, item));
  return { changes: own.filter(({ at }) => at >= since), next: found.length === A_PAGE ? page + 1 : null };
}

const REPOSITORY_PATH = /\/repos\/([^/]+\/[^/]+)$/;

async function searchPulls(api: Api, caller: ApiCaller, q: string, page: number, size: number) {
  const answer = await api.get(caller, '/search/issues', { q, sort: 'updated', order: 'desc', per_page: size, page });
  if (answer === null) return { pulls: [], next: null };
  const { total_count, items } = pullHits.parse(answer.data);
  const pulls = items.flatMap((item) => {
    const repository = REPOSITORY_PATH.exec(item.repository_url)?.[1];
    return repository === undefined ? [] : [{ repository, ...item, merged_at: item.pull_request?.merged_at ?? null }];
  });
  return { pulls, next: nextOf(page, total_count, size) };
}

/** Pull requests that an account opened or that were merged since, and reviews that it submitted since. */
export async function searchPullsAndReviews(
  api: Api,
  caller: ApiCaller,
  user: GithubUser,
  { since, repository, page }: ChangeQuery,
): Promise<ChangePage> {
  const rest = `updated:>=${wholeSeconds(since)}${only(repository)}`;
  const opened = await searchPulls(api, caller, `is:pr author:${user.login} ${rest}`, page, A_PAGE);
  const reviewed = await searchPulls(api, caller, `is:pr reviewed-by:${user.login} -author:${user.login} ${rest}`, page, REVIEWED);
  const changes = opened.pulls.filter((pull) => pull.user?.id === user.id).map((pull) => pullChange(pull.repository, pull, since));
  for (const pull of reviewed.pulls) changes.push(...(await reviewsOf(api, caller, user, pull)));
  const next = opened.next ?? reviewed.next;
  return { changes: newestFirst(changes.filter(({ at }) => at >= since)), next };
}

async function reviewsOf(
  api: Api,
  caller: ApiCaller,
  user: GithubUser,
  pull: { readonly repository: string; readonly number: number; readonly title: string },
): Promise<readonly GithubChange[]> {
  const [owner, repo] = pull.repository.split('/');
  const parameters = { owner, repo, number: pull.number, per_page: 100 };
  const answer = await api.get(caller, '/repos/{owner}/{repo}/pulls/{number}/reviews', parameters);
  if (answer === null) return [];
  const own = z
    .array(reviewShape)
    .parse(answer.data)
    .filter((review) => review.user?.id === user.id);
  return own.flatMap((review) => reviewChange(pull.repository, pull, review) ?? []);
}

/**
 * The change at an address, with the account id of its author (null: the author has no account). Null: there is nothing
 * that the caller may see.
 */
export async function changeAt(
  api: Api,
  caller: ApiCaller,
  { kind, repository, id, number }: ChangeAddress,
): Promise<{ readonly change: GithubChange; readonly authorId: number | null } | null> {
  const [owner, repo] = repository.split('/');
  const of = { owner, repo, number, id };
  if (kind === 'commit') {
    const answer = await api.get(caller, '/repos/{owner}/{repo}/commits/{id}', of);
    if (answer === null) return null;
    const commit = commitShape.parse(answer.data);
    return { change: commitChange(repository, commit), authorId: commit.author?.id ?? null };
  }
  const path = '/repos/{owner}/{repo}/pulls/{number}';
  if (kind === 'pull_request') {
    const answer = await api.get(caller, path, of);
    if (answer === null) return null;
    const pull = pullShape.parse(answer.data);
    return { change: pullChange(repository, pull), authorId: pull.user?.id ?? null };
  }
  const answer = await api.get(caller, `${path}/reviews/{id}`, of);
  if (answer === null) return null;
  const review = reviewShape.parse(answer.data);
  const text = review.body ?? '';
  const change = reviewChange(repository, { number: number ?? 0, title: text }, review);
  return change && { change, authorId: review.user?.id ?? null };
}
