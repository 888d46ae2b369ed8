import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { codeSolution, designSubmission, editPostBody, newPostBody, socialPost } from '../premium.ts';
import { pageQuery } from '../query.ts';

const common = { tag: 'Premium', access: 'user', entitlement: 'pro' } as const;
/** The server makes these when they are first requested, and stores them. */
const work = { ...common, method: 'GET', scopes: ['tasks:read'], ownSiteOnly: true } as const;
const REFUSALS = ['not_found', 'ai_allowance'] as const;

export const readSolution = declareCall({
  ...work,
  path: '/api/premium/coding/solutions/{id}',
  summary: 'The solution of a coding question, explained',
  description:
    'By the id of the coding question, once it is solved or its task is decided (409 before). The first call has it written, which takes up to a minute; it is kept, and stays readable without the plan. Without any key `model` is null, and nothing is kept.',
  failure: 'Failed to fetch coding solutions',
  replies: { 200: { description: 'The solution', schema: codeSolution, etag: true } },
  refusals: [...REFUSALS, 'conflict'],
});

export const readDesignFeedback = declareCall({
  ...work,
  path: '/api/premium/system-design/submissions/{id}',
  summary: 'The newest design of a task, with feedback and follow-up questions',
  description:
    'By the id of the task. The first call has the feedback given, which takes up to a minute; it is kept, and stays readable without the plan. It judges no proof. Feedback of the rubric, which answers without any key, is not kept.',
  failure: 'Failed to fetch system design submissions',
  replies: { 200: { description: 'The design with feedback', schema: designSubmission, etag: true } },
  refusals: REFUSALS,
});

const POSTS = '/api/premium/social/posts';
const reading = { ...common, method: 'GET', scopes: ['reports:read'] } as const;
const writing = { ...common, scopes: ['reports:read', 'tasks:write'] } as const;
const one = { description: 'The post as it now is', schema: socialPost, etag: true } as const;

export const listPosts = declareCall({
  ...reading,
  path: POSTS,
  summary: 'Posts, newest first',
  description: 'What was made while the plan was there stays readable.',
  failure: 'Failed to fetch social posts',
  query: z.object(pageQuery(200)),
  replies: { 200: { description: 'Posts', schema: z.array(socialPost), pages: true } },
});

export const draftPost = declareCall({
  ...writing,
  method: 'POST',
  path: POSTS,
  secrets: ['share_url'],
  summary: 'Draft a post about kept promises',
  description:
    "Its numbers are the record's own: of the last seven days, of the present streak, or of one task that was kept. Where nothing was kept: 409. Without any key a template writes it, and `model` is null.",
  failure: 'Failed to create social post',
  body: jsonBody(newPostBody),
  replies: { 201: { ...one, description: 'Drafted', location: true } },
  refusals: ['conflict', 'limit_reached', 'ai_allowance'],
});

export const readPost = declareCall({
  ...reading,
  path: `${POSTS}/{id}`,
  summary: 'One post',
  replies: { 200: { ...one, description: 'The post' } },
  refusals: ['not_found'],
});

export const editPost = declareCall({
  ...writing,
  method: 'PATCH',
  path: `${POSTS}/{id}`,
  summary: 'Change the text of a post, share it by a link, or take that back',
  description:
    '`shared` makes a public page with exactly this text and picture; `draft` takes it back, with or without the plan, and its link then leads nowhere. Shared again, it has a new link.',
  failure: 'Failed to update social post',
  body: jsonBody(editPostBody),
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed'],
});
