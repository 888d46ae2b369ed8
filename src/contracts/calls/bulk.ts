import { z } from 'zod';
import { bulkBody, bulkDone, bulkUndone } from '../bulk.ts';
import { declareCall, jsonBody, optionalJsonBody } from '../call.ts';

const common = { tag: 'Tasks', access: 'user', method: 'POST', scopes: ['tasks:write'] } as const;

export const changeTasks = declareCall({
  ...common,
  path: '/api/tasks/bulk',
  summary: 'Change several tasks at once',
  description:
    'Each task is changed by the rules of the call for one, or refused with its code; a refusal of one stops none of the others. For `again`, `done` has the new tasks.',
  failure: 'Failed to change tasks',
  body: jsonBody(bulkBody),
  replies: { 200: { description: 'What was done, and what was refused', schema: bulkDone } },
});

export const undoBatch = declareCall({
  ...common,
  path: '/api/tasks/bulk/{batch_id}/undo',
  summary: 'Take back a change of several tasks',
  description:
    'For 24 hours. What you have changed since then is refused. The same call again gives the same answer. New tasks of `again` are deleted.',
  failure: 'Failed to undo',
  body: optionalJsonBody(z.strictObject({})),
  replies: { 200: { description: 'What was taken back, and what was refused', schema: bulkUndone } },
  refusals: ['not_found'],
});
