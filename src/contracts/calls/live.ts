import { z } from 'zod';
import { declareCall } from '../call.ts';

const LAST_EVENT_ID = {
  description:
    'The `id` of the last event that the client has received, or the `Live-Position` of an answer about the session that came before its first reads. The first event then names what has changed since.',
} as const;

const PREFER = {
  description:
    'With `task-ids` the data of each event has `tasks`, too: the ids of the tasks that have changed, or null if these are not known or more than 20. Then the lists of tasks can be read anew, otherwise these tasks.',
} as const;

export const followChanges = declareCall({
  method: 'GET',
  path: '/api/live',
  tag: 'Live',
  access: 'user',
  scopes: ['tasks:read'],
  summary: 'Be told at once when something has changed',
  description:
    'Server-Sent Events. `change` has an opaque `id` and the data `{"kinds": […]}`: which of `task`, `routine`, `alert`, `verification`, `focus`, `time_box`, `streak`, `report`, `settings`, `partner`, `subscription`, `connection`, `filter`, `export` can be read anew. The first one comes at once: what has changed since `Last-Event-ID`, all kinds if that is not known, and none without it. Later ones come within a second after the change can be read. A comment comes every 15 s. When the session or the token ends, `end` is the last event. At most 20 connections at a time for one owner.',
  failure: 'Failed to follow changes',
  headers: z.object({ 'Last-Event-ID': z.string().optional().meta(LAST_EVENT_ID), Prefer: z.string().optional().meta(PREFER) }),
  endless: true,
  replies: { 200: { description: 'Events, until the client leaves', media: 'text/event-stream' } },
});
