import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { localDate } from '../time.ts';
import { moveTimeBoxBody, newTimeBoxBody, timeBox } from '../time-box.ts';

const common = { tag: 'Time boxes', access: 'user' } as const;
const writing = { ...common, scopes: ['tasks:write'] } as const;
const one = { description: 'The time box as it now is', schema: timeBox, etag: true } as const;

export const listTimeBoxes = declareCall({
  ...common,
  method: 'GET',
  scopes: ['tasks:read'],
  path: '/api/time-boxes',
  summary: 'The time boxes of some dates, by their beginning',
  description:
    'A box belongs to the local date on which it begins. `from` is today if it is left out, and `to` is `from`. At most 62 dates.',
  failure: 'Failed to fetch time boxes',
  query: z.object({ from: localDate.optional(), to: localDate.optional() }),
  replies: { 200: { description: 'Time boxes', schema: z.array(timeBox) } },
});

export const planTimeBox = declareCall({
  ...writing,
  method: 'POST',
  path: '/api/time-boxes',
  summary: 'Plan a time for a task that is open or missed',
  description:
    'Boxes may overlap. What completes, skips, archives or removes the task takes away its boxes that have not begun; an undo brings them back.',
  failure: 'Failed to create time box',
  body: jsonBody(newTimeBoxBody),
  replies: { 201: { ...one, description: 'Planned', location: true } },
  refusals: ['conflict', 'archived', 'limit_reached'],
});

export const moveTimeBox = declareCall({
  ...writing,
  method: 'PUT',
  path: '/api/time-boxes/{id}',
  summary: 'Move a time box, or change its length',
  description: 'Fields left out stay as they are. Read-only ones may come back unchanged.',
  failure: 'Failed to update time box',
  body: jsonBody(moveTimeBoxBody),
  replies: { 200: one },
  refusals: ['not_found', 'precondition_failed', 'deadline_passed', 'limit_reached'],
});

export const removeTimeBox = declareCall({
  ...writing,
  method: 'DELETE',
  path: '/api/time-boxes/{id}',
  summary: 'Remove a time box that is not over',
  failure: 'Failed to delete time box',
  replies: { 204: { description: 'Removed' } },
  refusals: ['not_found', 'precondition_failed', 'deadline_passed'],
});
