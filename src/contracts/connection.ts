import { z } from 'zod';
import { instant, zone } from './time.ts';

/** The services that an owner can connect, and with which people can sign in. */
export const PLATFORMS = ['google', 'github'] as const;
export const platform = z.enum(PLATFORMS);
export type Platform = z.infer<typeof platform>;

export const connection = z.object({
  platform,
  connected: z.boolean(),
  userIdOnPlatform: z
    .string()
    .nullable()
    .meta({ description: 'The `sub` of Google, or the numeric id of GitHub as text. Null while it is not connected.' }),
  scopes: z.array(z.string()).meta({ description: 'What the provider allowed, in its own names.' }),
  connected_at: instant.nullable(),
  problem: z.string().nullable().meta({ description: 'A sentence for people where the provider ended the connection.' }),
});
export type Connection = z.infer<typeof connection>;

/** Every platform, or only the one that `platform` names, whether it is connected or not. */
export const connections = z.array(connection);

export const connectionState = z.object({
  state: z.string().meta({ description: 'For one use within 10 minutes, in the session that asked for it.' }),
});

export const connectionsQuery = z.strictObject({ platform: platform.optional() });

/** Actions for which a person without a password has to return from the provider first. */
export const FRESH_RETURNS = ['deletion', 'password'] as const;
export type FreshReturn = (typeof FRESH_RETURNS)[number];

export const providerSignInQuery = z.strictObject({
  timezone: zone.optional().meta({ description: 'The zone of an account that is made; UTC if nothing is said.' }),
  for: z.enum(FRESH_RETURNS).optional().meta({
    description:
      'For whoever is signed in without a password: the way back leads to where the account is deleted, or its first password set. Somebody else than the owner of the account is refused.',
  }),
});

/** The values are not validated, because every answer, even an invalid one, must redirect the browser. */
export const callbackQuery = z.looseObject({ code: z.unknown(), state: z.unknown(), error: z.unknown() }).partial();

/**
 * The codes at the end of a failed return from a provider: `/oauth/redirect?platform=&status=error&code=`.
 * `access_denied`: the person refused; `state_invalid`: the state is unknown, was used, is older than 10 minutes or
 * belongs to another session; `unauthenticated`: nobody is signed in; `scope_missing`: the person did not allow
 * everything that is needed; `unavailable`: the provider does not answer; `not_set_up`: the operator has not configured
 * the provider; `refused`: the provider refused.
 */
export type RedirectCode =
  | 'access_denied'
  | 'state_invalid'
  | 'unauthenticated'
  | 'scope_missing'
  | 'unavailable'
  | 'not_set_up'
  | 'refused';

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
