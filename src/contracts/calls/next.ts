import { declareCall } from '../call.ts';
import { nextReply } from '../next.ts';

export const readNext = declareCall({
  method: 'GET',
  path: '/api/next',
  tag: 'Tasks',
  access: 'user',
  scopes: ['tasks:read'],
  summary: 'What to do next, and why',
  description: 'A task is named under the first reason that fits. Of a task with open children the children are offered.',
  failure: 'Failed to fetch what to do next',
  replies: { 200: { description: 'The task, and at most four that come after it', schema: nextReply, etag: true } },
});
