import { queryOptions } from '@tanstack/react-query';
import type { Streaks } from '../../src/contracts/report.ts';
import { json } from './client.ts';

export type { StreakFigures, Streaks } from '../../src/contracts/report.ts';

export const streakKeys = { all: ['streaks'] as const };
export const streaksQuery = () =>
  queryOptions({
    queryKey: streakKeys.all,
    queryFn: ({ signal }) => json<Streaks>('/api/streaks', { signal, fallback: 'Failed to fetch streaks' }),
  });
