import { queryOptions } from '@tanstack/react-query';
import * as calls from '../../src/contracts/calls/streak.ts';
import type * as wire from '../../src/contracts/report.ts';
import type { Camel } from './names.ts';
import { request } from './request.ts';

export type StreakFigures = Camel<wire.StreakFigures>;
export type Streaks = Camel<wire.Streaks>;

export const streakKeys = { all: ['streaks'] as const };
export const streaksQuery = () =>
  queryOptions({ queryKey: streakKeys.all, queryFn: ({ signal }) => request(calls.readStreaks, { signal }) });
