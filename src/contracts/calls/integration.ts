import { z } from 'zod';
import { declareCall, jsonBody, rawBody } from '../call.ts';
import { githubCommit, githubPull, integrations, integrationsBody } from '../connection.ts';
import { pageQuery } from '../query.ts';

const TAG = 'Connections';
/** GitHub sends at most 25 MB, and pushes of many commits are far smaller. */
const DELIVERY_BYTES = 26_214_400;

const TASK = { error: 'The id of a task.' };
const REPOSITORY = { error: 'A repository as owner/name.' };

const changesQuery = z.object({
  task_id: z.string(TASK).min(1, TASK).max(100, TASK).meta({ description: 'Only what was made since this task was.' }),
  repository: z
    .string(REPOSITORY)
    .regex(/^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9_.-]{1,100}$/, REPOSITORY)
    .optional()
    .meta({ description: '`owner/name`.' }),
  after: pageQuery(100).after,
});

const common = { tag: TAG, access: 'user' } as const;
const list = { ...common, method: 'GET', scopes: ['tasks:read'], query: changesQuery, refusals: ['not_found', 'conflict'] } as const;
const settings = { ...common, path: '/api/settings/integrations' } as const;
const one = { description: 'The settings', schema: integrations, etag: true } as const;

export const listCommits = declareCall({
  ...list,
  path: '/api/connections/github/commits',
  summary: 'Commits of yours at GitHub since a task was made, the newest first',
  description:
    'Of default branches, as GitHub searches them, and of the five branches to which you pushed last. Private repositories are among them where they were chosen for the GitHub App, and you may read them.',
  failure: 'Failed to fetch commits',
  replies: { 200: { description: 'Commits', schema: z.array(githubCommit), pages: true } },
});

export const listPulls = declareCall({
  ...list,
  path: '/api/connections/github/pulls',
  summary: 'Pull requests and reviews of yours at GitHub since a task was made',
  description: 'A pull request that was opened before and merged since is among them. Each page is ordered by itself, the newest first.',
  failure: 'Failed to fetch pull requests',
  replies: { 200: { description: 'Pull requests and reviews', schema: z.array(githubPull), pages: true } },
});

export const readIntegrations = declareCall({
  ...settings,
  method: 'GET',
  scopes: ['settings:read'],
  summary: 'Settings: what connected services may do',
  failure: 'Failed to fetch integrations',
  replies: { 200: one },
});

export const changeIntegrations = declareCall({
  ...settings,
  method: 'PUT',
  scopes: ['settings:write'],
  summary: 'Change what connected services may do',
  failure: 'Failed to update integrations',
  body: jsonBody(integrationsBody),
  replies: { 200: { ...one, description: 'The settings as they now are' } },
  refusals: ['precondition_failed', 'conflict'],
});

export const takeGithubDelivery = declareCall({
  method: 'POST',
  path: '/api/webhooks/github',
  tag: TAG,
  access: 'anyone',
  summary: 'Where GitHub tells of pushes and pull requests',
  description:
    'Signed by GitHub (`X-Hub-Signature-256`). A commit or pull request that names a task with `vouch:` and the last 12 characters of its id is its proof, where its owner switched that on. The answer says nothing of what became of it.',
  body: rawBody({ maxBytes: DELIVERY_BYTES, media: ['application/json'] }),
  headers: z.object({
    'x-hub-signature-256': z.string().optional().meta({ description: '`sha256=` and the HMAC of the bytes.' }),
    'x-github-event': z.string().optional().meta({ description: 'What is told.' }),
  }),
  replies: { 204: { description: 'Taken' } },
  refusals: ['malformed'],
});
