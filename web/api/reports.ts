import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as streakCalls from '../../src/contracts/calls/day.ts';
import * as calls from '../../src/contracts/calls/report.ts';
import type { ProcrastinationReport } from '../../src/contracts/procrastination.ts';
import type * as wire from '../../src/contracts/report.ts';
import { correctClock } from './clock.ts';
import type { Camel } from './names.ts';
import { request, requestPage, requestRaw } from './request.ts';

export type Counts = Camel<wire.Counts>;
export type HistoryEntry = Camel<wire.HistoryEntry>;
export type OverallReport = Camel<wire.OverallReport>;

export type DailyReport = Camel<wire.DailyReport>;
export type PuttingOffReport = Camel<ProcrastinationReport>;
export type WeeklyReport = Camel<wire.WeeklyReport>;
export type HistoryType = HistoryEntry['type'];
export type HistoryActor = HistoryEntry['actor']['kind'];
/** What the history is narrowed to; null: not by this. `from` (included) and `to` (not included) are instants. */
export interface HistoryFilter {
  readonly type: HistoryType;
  readonly actor: HistoryActor | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly taskId: string | null;
}
export const ALL_HISTORY: HistoryFilter = { type: 'all', actor: null, from: null, to: null, taskId: null };
export type ReportType = wire.ReportUnderWay['type'];

export const reportKeys = {
  all: ['reports'] as const,
  daily: (date: string | null) => ['reports', 'daily', date] as const,
  weekly: (offset: number) => ['reports', 'weekly', offset] as const,
  overall: (from: string | null, to: string | null) => ['reports', 'overall', from, to] as const,
  puttingOff: (from: string, to: string) => ['reports', 'putting off', from, to] as const,
  underWay: ['reports', 'rendering'] as const,
  histories: ['reports', 'history'] as const,
  history: (only: HistoryFilter) => ['reports', 'history', only] as const,
};

/** Corrects the clock with the time at which the report was made. */
function dated<T extends { generatedAt: string }>(report: T): T {
  correctClock(report.generatedAt);
  return report;
}

/** `date` is `YYYY-MM-DD`, or null for today. */
export const dailyQuery = (date: string | null) =>
  queryOptions({
    queryKey: reportKeys.daily(date),
    queryFn: async ({ signal }) => dated(await request(calls.readDailyReport, { query: { date }, signal })),
    placeholderData: keepPreviousData,
  });

/** `offset` is 0 for this week and -1 for last week. */
export const weeklyQuery = (offset: number) =>
  queryOptions({
    queryKey: reportKeys.weekly(offset),
    queryFn: async ({ signal }) => dated(await request(calls.readWeeklyReport, { query: { offset }, signal })),
    placeholderData: keepPreviousData,
  });

/** If both dates are null, the report covers the whole life of the account. */
export const overallQuery = (from: string | null = null, to: string | null = null) =>
  queryOptions({
    queryKey: reportKeys.overall(from, to),
    queryFn: async ({ signal }) => dated(await request(calls.readOverallReport, { query: { startDate: from, endDate: to }, signal })),
    placeholderData: keepPreviousData,
  });

export const puttingOffQuery = (from: string, to: string) =>
  queryOptions({
    queryKey: reportKeys.puttingOff(from, to),
    queryFn: async ({ signal }) =>
      dated(await request(calls.readProcrastinationReport, { query: { startDate: from, endDate: to }, signal })),
    placeholderData: keepPreviousData,
  });

/** Newest first, in pages of 50. */
export const historyQuery = (only: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: reportKeys.history(only),
    queryFn: ({ pageParam, signal }) => requestPage(calls.listHistory, { query: { ...only, limit: 50, after: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
  });

export interface ReportFileOf {
  readonly type: ReportType;
  readonly format: wire.ReportUnderWay['format'];
  /** Days for the daily report, weeks for the weekly one. The other reports ignore it. */
  readonly offset: number;
  /** The dates of the overall report. */
  readonly startDate?: string | null;
  readonly endDate?: string | null;
  /** What a history is narrowed to. */
  readonly only?: HistoryFilter;
}

/** Downloads a report. If the signal aborts, the server stops making it. */
export async function reportFile({ type, format, offset, startDate, endDate, only }: ReportFileOf, signal: AbortSignal): Promise<Blob> {
  const accept = format === 'pdf' ? 'application/pdf' : 'text/html';
  const { type: historyType, ...rest } = only ?? {};
  const query = { type, offset, startDate, endDate, historyType, ...rest };
  return (await requestRaw(calls.readDocument[format], { query, accept, signal })).blob();
}

/** The reports that are waiting or being made. Polled while they are on the screen. */
export const underWayQuery = queryOptions({
  queryKey: reportKeys.underWay,
  queryFn: ({ signal }) => request(calls.listReportsUnderWay, { signal }),
  refetchInterval: 1_500,
  // The progress of an earlier report must not be shown for the next one.
  gcTime: 0,
});

export type StreakFigures = Camel<wire.StreakFigures>;
export type Streaks = Camel<wire.Streaks>;

export const streakKeys = { all: ['streaks'] as const };
export const streaksQuery = () =>
  queryOptions({ queryKey: streakKeys.all, queryFn: ({ signal }) => request(streakCalls.readStreaks, { signal }) });
