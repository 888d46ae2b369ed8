import { z } from 'zod';
import type { GithubChange, PullState } from '../../ports/github.ts';

/** What is read of GitHub's answers. Everything else in them is left alone. */
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
export const commitHits = z.object({
  total_count: z.number(),
  items: z.array(commitShape.extend({ repository: z.object({ full_name: z.string() }) })),
});

export const pullShape = z.object({
  html_url: z.string(),
  number: z.number(),
  title: z.string(),
  user: user.nullable(),
  state: z.enum(['open', 'closed']),
  created_at: instant,
  merged_at: instant.nullish(),
});
export const pullHits = z.object({
  total_count: z.number(),
  items: z.array(
    pullShape
      .omit({ merged_at: true })
      .extend({ pull_request: z.object({ merged_at: instant.nullish() }).nullish(), repository_url: z.string() }),
  ),
});

export const reviewShape = z.object({
  id: z.number(),
  html_url: z.string(),
  user: user.nullable(),
  body: z.string().nullish(),
  state: z.string(),
  submitted_at: instant.nullish(),
});

const NONE = { sha: null, number: null, state: null, merged_at: null, pushed_at: null, additions: null, deletions: null } as const;

export const commitChange = (repository: string, { sha, html_url, commit, author, stats }: z.output<typeof commitShape>): GithubChange => ({
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
export function pullChange(repository: string, pull: z.output<typeof pullShape>, since: string | null = null): GithubChange {
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
export function reviewChange(
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
