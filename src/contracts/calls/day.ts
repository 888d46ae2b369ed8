import { z } from 'zod';
import { declareCall, optionalJsonBody } from '../call.ts';
import { streaks } from '../report.ts';
import { givenDate, localDate } from '../time.ts';

/** Whether the owner said that nothing is due on a local date. */
const nothingDue = z.object({ date: givenDate, nothing_due: z.boolean() });

const common = {
  path: '/api/days/{date}/nothing-due',
  params: z.object({ date: localDate }),
  tag: 'Days',
  access: 'user',
} as const;

export const readNothingDue = declareCall({
  ...common,
  method: 'GET',
  scopes: ['tasks:read'],
  summary: "Whether 'Nothing due today' was said of a day",
  description: 'Of the latest 31 days of which it was said; of older ones: false.',
  failure: 'Failed to fetch the day',
  replies: { 200: { description: 'The day', schema: nothingDue, etag: true } },
});

export const sayNothingDue = declareCall({
  ...common,
  method: 'POST',
  scopes: ['tasks:write'],
  summary: "'Nothing due today': the day counts as filled, and its reminder does not come",
  description: 'For today and the 14 days after it, in the zone of the owner. The second time changes nothing.',
  failure: 'Failed to mark the day',
  body: optionalJsonBody(z.strictObject({})),
  replies: { 204: { description: 'Noted' } },
  refusals: ['deadline_passed'],
});

export const readStreaks = declareCall({
  method: 'GET',
  scopes: ['reports:read'],
  path: '/api/streaks',
  tag: 'Streaks',
  access: 'user',
  summary: "The owner's streak and those of the routines",
  failure: 'Failed to fetch streaks',
  replies: { 200: { description: 'Streaks', schema: streaks, etag: true } },
});
