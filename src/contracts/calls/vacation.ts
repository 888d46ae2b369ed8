import { z } from 'zod';
import { declareCall, jsonBody } from '../call.ts';
import { vacation, vacationBody } from '../routine.ts';

const common = { tag: 'Vacations', access: 'user' } as const;

export const listVacations = declareCall({
  ...common,
  method: 'GET',
  scopes: ['tasks:read'],
  path: '/api/vacations',
  summary: 'The vacations, by their first day',
  failure: 'Failed to fetch vacations',
  replies: { 200: { description: 'Vacations', schema: z.array(vacation) } },
});

export const takeVacation = declareCall({
  ...common,
  method: 'POST',
  scopes: ['tasks:write'],
  path: '/api/vacations',
  summary: 'Take a vacation: routines are skipped on its days, and streaks stand',
  failure: 'Failed to create vacation',
  body: jsonBody(vacationBody),
  replies: { 201: { description: 'Taken', schema: vacation, etag: true, location: true } },
  refusals: ['conflict', 'limit_reached'],
});

export const cancelVacation = declareCall({
  ...common,
  method: 'DELETE',
  scopes: ['tasks:write'],
  path: '/api/vacations/{id}',
  summary: 'Call a vacation off; what is not due yet comes back',
  failure: 'Failed to cancel vacation',
  replies: { 204: { description: 'Called off' } },
  refusals: ['not_found', 'precondition_failed'],
});
