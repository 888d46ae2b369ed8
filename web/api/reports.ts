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
  daily: (date: string | null, asOf: string | null = null) => ['reports', 'daily', date, asOf] as const,
  weekly: (offset: number, asOf: string | null = null) => ['reports', 'weekly', offset, asOf] as const,
  overall: (from: string | null, to: string | null, asOf: string | null = null) => ['reports', 'overall', from, to, asOf] as const,
  puttingOff: (from: string, to: string, asOf: string | null = null) => ['reports', 'putting off', from, to, asOf] as const,
  underWay: ['reports', 'rendering'] as const,
  histories: ['reports', 'history'] as const,
  history: (only: HistoryFilter, asOf: string | null = null) => ['reports', 'history', only, asOf] as const,
};

/** Corrects the clock with the time at which the report was made. One as it was known at an instant says that instant instead. */
function dated<T extends { generatedAt: string; asOf?: string | undefined }>(report: T): T {
  if (report.asOf === undefined) correctClock(report.generatedAt);
  return report;
}

// Each report can be read as it was known at an instant (`asOf`); null: as it is known now.

/** `date` is `YYYY-MM-DD`, or null for today. */
export const dailyQuery = (date: string | null, asOf: string | null = null) =>
  queryOptions({
    queryKey: reportKeys.daily(date, asOf),
    queryFn: async ({ signal }) => dated(await request(calls.readDailyReport, { query: { date, asOf }, signal })),
    placeholderData: keepPreviousData,
  });

/** `offset` is 0 for this week and -1 for last week. */
export const weeklyQuery = (offset: number, asOf: string | null = null) =>
  queryOptions({
    queryKey: reportKeys.weekly(offset, asOf),
    queryFn: async ({ signal }) => dated(await request(calls.readWeeklyReport, { query: { offset, asOf }, signal })),
    placeholderData: keepPreviousData,
  });

/** If both dates are null, the report covers the whole life of the account. */
export const overallQuery = (from: string | null = null, to: string | null = null, asOf: string | null = null) =>
  queryOptions({
    queryKey: reportKeys.overall(from, to, asOf),
    queryFn: async ({ signal }) => dated(await request(calls.readOverallReport, { query: { startDate: from, endDate: to, asOf }, signal })),
    placeholderData: keepPreviousData,
  });

export const puttingOffQuery = (from: string, to: string, asOf: string | null = null) =>
  queryOptions({
    queryKey: reportKeys.puttingOff(from, to, asOf),
    queryFn: async ({ signal }) =>
      dated(await request(calls.readProcrastinationReport, { query: { startDate: from, endDate: to, asOf }, signal })),
    placeholderData: keepPreviousData,
  });

/** Newest first, in pages of 50. */
export const historyQuery = (only: HistoryFilter, asOf: string | null = null) =>
  infiniteQueryOptions({
    queryKey: reportKeys.history(only, asOf),
    queryFn: ({ pageParam, signal }) => requestPage(calls.listHistory, { query: { ...only, asOf, limit: 50, after: pageParam }, signal }),
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
  /** The instant at which the report is wanted as it was known; null or left out: as it is known now. */
  readonly asOf?: string | null;
}

/** Downloads a report. If the signal aborts, the server stops making it. */
export async function reportFile(
  { type, format, offset, startDate, endDate, only, asOf }: ReportFileOf,
  signal: AbortSignal,
): Promise<Blob> {
  const accept = format === 'pdf' ? 'application/pdf' : 'text/html';
  const { type: historyType, ...rest } = only ?? {};
  const query = { type, offset, startDate, endDate, historyType, ...rest, asOf };
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
