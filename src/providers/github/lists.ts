import { z } from 'zod';
import type { ChangePage, ChangeQuery, GithubChange } from '../../ports/github.ts';
import type { Api, ApiCaller } from './api.ts';
import { commitChange, commitHits, commitShape, type GithubUser, pullChange, pullHits, reviewChange, reviewShape } from './shapes.ts';

const A_PAGE = 20;
/** Each of them takes a request of its own. */
const REVIEWED = 10;
/** A search gives no more than its first 1,000 results. */
const MOST = 1_000;

/** GitHub takes no fractions of a second. */
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

/** Commits of an account in one repository. `from`: of a branch, by its name or its newest commit; without it of the default branch. */
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
