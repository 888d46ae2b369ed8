import type { GithubChange } from '../../ports/github.ts';
import type { ChangeAddress } from './address.ts';
import type { Api, ApiCaller } from './api.ts';
import { commitChange, commitShape, pullChange, pullShape, reviewChange, reviewShape } from './shapes.ts';

/** What stands at an address, with the id of its author's account (null: the author has none). Null: nothing that the caller may see. */
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
