import type { StreakFigures } from '../domain/day/events.ts';
import type { DayCounts } from './days.ts';
import type { Stored } from './kernel/documents.ts';
import type { Views } from './kernel/views.ts';
import type { Streak } from './streak.ts';
import type { TaskDoc } from './tasks.ts';

/** Whose report, and when it is asked for. `readerOf(account, now)` makes it. */
export interface Reader {
  readonly owner: string;
  readonly zone: string;
  /** The owner's local date now, and the one on which the account was made. */
  readonly today: string;
  readonly since: string;
}

export type ReportCounts = DayCounts & { readonly completion_rate: number | null };

interface Figures {
  readonly counts: ReportCounts;
  readonly streak: StreakFigures;
  readonly note: string | null;
}
interface Rhythm {
  /** 24: completions by local hour. */
  readonly hours: readonly number[];
  readonly median_delay_minutes: number | null;
}
export interface DailyFigures extends Figures {
  readonly date: string;
  readonly tasks: readonly Stored<TaskDoc>[];
}
export interface WeeklyFigures extends Figures, Rhythm {
  readonly from: string;
  readonly to: string;
  readonly offset: number;
  readonly days: readonly { readonly date: string; readonly counts: ReportCounts }[];
  readonly tasks: readonly Stored<TaskDoc>[];
}
export interface OverallFigures extends Figures, Rhythm {
  readonly start_date: string;
  readonly end_date: string;
  readonly weeks: readonly { readonly from: string; readonly counts: ReportCounts }[];
  /** 7, Monday first. */
  readonly weekdays: readonly ReportCounts[];
  readonly days: readonly { readonly date: string; readonly counts: ReportCounts; readonly frozen: boolean }[];
}

export type ReportQueries = {
  dailyReport(views: Views, reader: Reader, date?: string): Promise<DailyFigures>;
  weeklyReport(views: Views, reader: Reader, offset: number): Promise<WeeklyFigures>;
  /** Default: from the account's first day to today. */
  overallReport(views: Views, reader: Reader, start?: string, end?: string): Promise<OverallFigures>;
  ownerStreak(views: Views, reader: Pick<Reader, 'owner' | 'today'>): Promise<Streak>;
};
