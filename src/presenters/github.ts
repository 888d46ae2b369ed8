import type { GithubCommit, GithubPull } from '../contracts/github.ts';
import type { GithubChange } from '../ports/github.ts';

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
