import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { addQuestionsBody, changeCodeTaskBody, codeAttempt, codeAttempted, codeStatus, codeTask } from '../code-task.ts';
import { givenId, pageQuery } from '../query.ts';

const PATH = '/api/verifications/code-by-url';

const common = { tag: 'Coding questions', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
const writing = { ...common, scopes: ['proof:write'] } as const;

export const listQuestions = declareCall({
  ...reading,
  path: PATH,
  summary: 'Coding questions, oldest first',
  failure: 'Failed to fetch coding questions from URLs',
  query: z.object({ task_id: givenId.optional(), ...pageQuery(200) }),
  replies: { 200: { description: 'Coding questions', schema: z.array(codeTask), pages: true } },
});

export const readCodeStatus = declareCall({
  ...reading,
  path: `${PATH}/code_status/{id}`,
  summary: 'Whether a coding question is solved',
  replies: { 200: { description: 'How it stands', schema: codeStatus, etag: true } },
  refusals: ['not_found'],
});

export const listAttempts = declareCall({
  ...reading,
  path: `${PATH}/{id}/attempts`,
  summary: 'The attempts at a coding question, newest first',
  failure: 'Failed to fetch code submit status',
  // An attempt holds code and results.
  query: z.object(pageQuery(20)),
  replies: { 200: { description: 'Attempts', schema: z.array(codeAttempt), pages: true } },
  refusals: ['not_found'],
});

export const addQuestions = declareCall({
  ...writing,
  method: 'POST',
  path: `${PATH}/{id}`,
  summary: 'Read coding questions from their pages, for a task',
  description:
    'The id is the task’s. A page that cannot be read gives a question with the status `needs_statement`: paste its statement then. Pages of networks that are not public are refused.',
  failure: 'Failed to submit coding questions from URLs',
  body: jsonBody(addQuestionsBody),
  replies: { 201: { description: 'Added', schema: z.array(codeTask), location: true } },
  refusals: ['not_found', 'conflict', 'archived', 'limit_reached', 'rate_limited'],
});

export const changeQuestion = declareCall({
  ...writing,
  method: 'PUT',
  path: `${PATH}/{id}`,
  summary: 'Change a coding question, or run code on it',
  description:
    'With `code` it runs the code on every example, with `submit` as an attempt that is kept, and answers when it has ended. Without `code` it changes the question, which is possible until code was submitted for it.',
  failure: 'Failed to update coding attempt',
  body: jsonBody(changeCodeTaskBody),
  replies: {
    200: { description: 'The question as it now is, or what came of the code', schema: z.union([codeAttempted, codeTask]), etag: true },
  },
  refusals: ['not_found', 'precondition_failed', 'conflict', 'limit_reached', 'rate_limited'],
});

export const removeQuestion = declareCall({
  ...writing,
  method: 'DELETE',
  path: `${PATH}/{id}`,
  summary: 'Take a coding question away for which no code was submitted',
  failure: 'Failed to remove coding question',
  replies: { 204: { description: 'Removed' } },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});
