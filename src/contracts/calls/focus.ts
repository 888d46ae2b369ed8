import { z } from 'zod';
import { declareCall, optionalJsonBody } from '../call.ts';
import { focus, focusSession, startFocusBody, stopFocusBody } from '../focus.ts';
import { givenId, pageQuery } from '../query.ts';
import { localDate } from '../time.ts';

const common = { tag: 'Focus', access: 'user' } as const;
const reading = { ...common, method: 'GET', scopes: ['tasks:read'] } as const;
const writing = { ...common, method: 'POST', scopes: ['tasks:write'] } as const;
const one = { description: 'The session as it now is', schema: focusSession, etag: true } as const;
const REFUSALS = ['not_found', 'precondition_failed', 'conflict'] as const;
const act = { ...writing, body: optionalJsonBody(z.strictObject({})), replies: { 200: one }, refusals: REFUSALS } as const;

export const readFocus = declareCall({
  ...reading,
  path: '/api/focus',
  summary: 'The focus session that is under way, and the focus of today',
  failure: 'Failed to fetch focus',
  replies: { 200: { description: 'Focus', schema: focus, etag: true } },
});

export const startFocus = declareCall({
  ...writing,
  path: '/api/focus',
  summary: 'Start a focus session',
  description:
    'With a task, in one of its time boxes, or without either. A pending task becomes one that is in progress. The session ends by itself when its minutes have run, and when it was paused for two hours.',
  failure: 'Failed to start focus',
  body: optionalJsonBody(startFocusBody),
  replies: { 201: { ...one, description: 'Started', location: true } },
  refusals: ['conflict', 'archived', 'deadline_passed'],
});

export const pauseFocus = declareCall({
  ...act,
  path: '/api/focus/{id}/pause',
  summary: 'Pause a focus session',
  failure: 'Failed to pause focus',
});

export const resumeFocus = declareCall({
  ...act,
  path: '/api/focus/{id}/resume',
  summary: 'Go on with a focus session that is paused',
  failure: 'Failed to resume focus',
});

export const stopFocus = declareCall({
  ...writing,
  path: '/api/focus/{id}/stop',
  summary: 'Stop a focus session',
  description: 'With `complete` its task is completed, too. If that is refused, the session goes on.',
  failure: 'Failed to stop focus',
  body: optionalJsonBody(stopFocusBody),
  replies: { 200: one },
  refusals: [...REFUSALS, 'archived', 'children_open', 'already_verified', 'deadline_passed'],
});

export const listFocusSessions = declareCall({
  ...reading,
  path: '/api/focus/sessions',
  summary: 'Focus sessions, newest first, the present one too',
  description: '`from` and `to` are dates of the start.',
  failure: 'Failed to fetch focus sessions',
  query: z
    .object({ from: localDate.optional(), to: localDate.optional(), task_id: givenId.optional(), ...pageQuery(200) })
    .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
      error: 'The range ends before it begins.',
      path: ['to'],
    }),
  replies: { 200: { description: 'Sessions', schema: z.array(focusSession), pages: true } },
});
