import { z } from 'zod';
import { instant } from './time.ts';

/** What people can choose at GitHub as proof of a task. */
const CHANGE_KINDS = ['commit', 'pull_request', 'review'] as const;
export const changeKind = z.enum(CHANGE_KINDS);

const readAt = instant.meta({ description: 'When it was read from GitHub.' });
const repository = z.string().meta({ description: '`owner/name`.' });

/** A commit by the owner, as GitHub shows it. */
export const githubCommit = z.object({
  url: z.string(),
  sha: z.string(),
  repository,
  message: z.string(),
  author: z.string().meta({ description: 'The login of the author at GitHub.' }),
  committed_at: instant.meta({ description: 'The author’s date, as the commit says: whoever makes a commit can write any date.' }),
  pushed_at: instant.nullable().meta({ description: 'When it reached GitHub, as GitHub says; null where that is not known.' }),
  additions: z.number().int().nullable().meta({ description: 'Lines added; null where GitHub did not say in time.' }),
  deletions: z.number().int().nullable().meta({ description: 'Lines taken away; null where GitHub did not say in time.' }),
  read_at: readAt,
});
export type GithubCommit = z.infer<typeof githubCommit>;

/** A pull request or a review by the owner, as GitHub shows it. */
export const githubPull = z.object({
  kind: z.enum(['pull_request', 'review']),
  url: z.string(),
  repository,
  number: z.number().int().meta({ description: 'Of the pull request.' }),
  title: z.string().meta({ description: 'Of the pull request.' }),
  author: z.string().meta({ description: 'The login of who opened the pull request, or wrote the review.' }),
  state: z
    .enum(['open', 'closed', 'merged', 'approved', 'changes_requested', 'commented', 'dismissed'])
    .meta({ description: 'The first three are of pull requests, the others of reviews.' }),
  created_at: instant.meta({ description: 'When it was opened, or the review was submitted, as GitHub says.' }),
  merged_at: instant.nullable(),
  read_at: readAt,
});
export type GithubPull = z.infer<typeof githubPull>;

/** Settings that only the connection to GitHub needs. */
export const integrations = z.object({
  github_closes_tasks: z.boolean().meta({
    description: 'A commit or pull request of yours that names a task is its proof: `vouch:` and the last 12 characters of the task’s id.',
  }),
});
export type Integrations = z.infer<typeof integrations>;
export const integrationsBody = z.strictObject({ github_closes_tasks: z.boolean({ error: 'true or false.' }) });
