import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { editRecurringTaskBody, newRecurringTaskBody, recurringTask } from '../routine.ts';

const common = { tag: 'Recurring tasks', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
const writing = { ...common, scopes: ['tasks:write'] } as const;
const one = { description: 'The recurring task as it now is', schema: recurringTask, etag: true } as const;

export const listRoutines = declareCall({
  ...reading,
  path: '/api/recurring_tasks',
  summary: 'The recurring tasks, oldest first',
  failure: 'Failed to fetch recurring tasks',
  replies: { 200: { description: 'Recurring tasks', schema: z.array(recurringTask) } },
});

export const createRoutine = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/recurring_tasks',
  summary: 'Make a recurring task',
  description:
    'Its occurrences of today, if still in time, and of the next 14 days exist as tasks from now on. `rrule` is an RFC 5545 rule, daily or rarer, over local dates; one that takes too much counting from its first day is refused.',
  failure: 'Failed to create recurring task',
  body: jsonBody(newRecurringTaskBody),
  replies: { 201: { ...one, description: 'Made', location: true } },
  refusals: ['limit_reached'],
});

export const readRoutine = declareCall({
  ...reading,
  path: '/api/recurring_tasks/{id}',
  summary: 'One recurring task',
  failure: 'Failed to fetch recurring task',
  replies: { 200: { ...one, description: 'The recurring task' } },
  refusals: ['not_found'],
});

export const editRoutine = declareCall({
  ...writing,
  method: 'PUT',
  path: '/api/recurring_tasks/{id}',
  summary: 'Change a recurring task',
  description:
    'Applies to the occurrences that are not due yet: what was edited by hand stays. `paused` takes the future ones away until it is resumed. With `from` only the occurrences on and after that date change, and earlier ones stay as they are; it cannot be given together with a change of `paused`.',
  failure: 'Failed to update recurring task',
  body: jsonBody(editRecurringTaskBody),
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed', 'conflict'],
});

export const endRoutine = declareCall({
  ...writing,
  method: 'DELETE',
  path: '/api/recurring_tasks/{id}',
  summary: 'End a recurring task; what was done and missed stays',
  failure: 'Failed to delete recurring task',
  replies: { 204: { description: 'Ended' } },
  refusals: ['not_found', 'precondition_failed'],
});
