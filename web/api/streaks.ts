import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/streak.ts';
import { request } from './request.ts';

export type { StreakFigures, Streaks } from '../../src/contracts/report.ts';

export const streakKeys = { all: ['streaks'] as const };
export const streaksQuery = () =>
  queryOptions({ queryKey: streakKeys.all, queryFn: ({ signal }) => request(calls.readStreaks, { signal }) });
