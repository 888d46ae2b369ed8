import { declareCall } from '../call.ts';
import { streaks } from '../report.ts';

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
