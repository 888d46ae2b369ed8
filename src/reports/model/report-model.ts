import type { ShareRow } from '../../contracts/charts/shares.ts';
import type { HISTORY_TYPES, HistoryEntry } from '../../contracts/report.ts';

/** A figure at the head of a report: label, value, the unit in small type beside it, and a note below. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
  /** The figure is final. It is then underlined twice. */
  readonly settled: boolean;
}

export interface Column {
  readonly label: string;
  readonly numeric: boolean;
  /** Its texts are those of people, which may be long. */
  readonly long?: boolean;
}
export type Tone = 'kept' | 'missed' | 'due' | 'review' | 'quiet' | 'plain';
export interface Cell {
  readonly text: string;
  readonly tone: Tone;
}

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** The sum under the table; null if there is none. */
  readonly foot: readonly Cell[] | null;
  /** The sum is final. It is then underlined twice, otherwise once. */
  readonly settled: boolean;
  /** A sentence under the table, or empty. */
  readonly caption: string;
}

export interface Bar {
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
  readonly missed: number;
  /** Its day or week contains the instant at which the report was made. */
  readonly now: boolean;
}

export interface MapDay {
  readonly date: string;
  /** How much was kept on that day, from 0 (nothing) to 4 (as much as on the best days). */
  readonly level: 0 | 1 | 2 | 3 | 4;
  readonly missed: boolean;
  readonly frozen: boolean;
  /** The day is after the one on which the report was made. */
  readonly ahead: boolean;
}
export interface YearMap {
  /** At most 53 weeks of 7 days, Monday first. A day outside the period is null. */
  readonly weeks: readonly (readonly (MapDay | null)[])[];
  readonly months: readonly { readonly week: number; readonly label: string }[];
}

interface ChartOf<Kind extends string, Data> {
  readonly kind: Kind;
  readonly title: string;
  /** One sentence that describes the chart. */
  readonly caption: string;
  readonly data: Data;
  /** The same numbers in a table. */
  readonly table: Table;
}
/** `filled`: what the filled part of a bar counts if it is not what was kept. */
export type BarsChart = ChartOf<'bars', readonly Bar[]> & { readonly filled?: 'moved' };
/** 24 counts by local hour. */
export type HoursChart = ChartOf<'hours', readonly number[]>;
/** Planned and kept, week by week, oldest first. */
export type WeeksChart = ChartOf<'weeks', readonly Bar[]>;
export type MapChart = ChartOf<'map', YearMap>;
/** Horizontal bars in parts. `whole`: the value of a bar of the full width. */
export interface Shares {
  readonly rows: readonly ShareRow[];
  readonly whole: number;
}
export type SharesChart = ChartOf<'shares', Shares>;
export type Chart = BarsChart | HoursChart | WeeksChart | MapChart | SharesChart;

/** The mark in the margin of a row. Words beside it always say the same. */
export type Mark =
  | 'open'
  | 'progress'
  | 'kept'
  | 'awaiting'
  | 'review'
  | 'verified'
  | 'missed'
  | 'expired'
  | 'rejected'
  | 'late'
  | 'skipped'
  | 'entry';
export interface Row {
  readonly mark: Mark;
  /** Local date and time, in words. */
  readonly when: string;
  readonly what: string;
  /** The meaning of the mark in words; empty if `what` says it. */
  readonly state: string;
  readonly tone: Tone;
  /** Further details, or empty. */
  readonly aside: string;
}
export interface Rows {
  readonly title: string;
  /** The heads of the columns: when, what, and state with further details. */
  readonly columns: readonly [string, string, string];
  readonly rows: readonly Row[];
  /** The text that is shown if there are no rows. */
  readonly empty: string;
}

/** The whole content of a report, in words and numbers. Nothing in it is sealed. */
export interface ReportModel {
  readonly kind: 'daily' | 'weekly' | 'overall' | 'procrastination' | 'history' | 'partner_summary';
  /** 'Weekly report'. */
  readonly name: string;
  /** 'Week 46'. */
  readonly title: string;
  /** 'Monday 9 to Sunday 15 November 2026'. */
  readonly period: string;
  readonly timezone: string;
  /** RFC 3339 UTC. */
  readonly generated_at: string;
  /** The same in words, in the owner's zone. */
  readonly generated: string;
  /** What `generated_at` is: when the report was made, or the instant at which it was known like this. */
  readonly generated_label: 'Made' | 'As of';
  readonly owner: string;
  readonly note: string | null;
  /** The period is over and no task in it is open. */
  readonly closed: boolean;
  readonly figures: readonly Figure[];
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
  readonly rows: Rows | null;
  /** The meaning of the numbers. */
  readonly meanings: readonly { readonly term: string; readonly sentence: string }[];
}

/** Findings come before the charts and tables that they rest on. A list of tasks or entries comes after them. */
export const startsWithRows = ({ kind }: Pick<ReportModel, 'kind'>): boolean => kind === 'procrastination';

/** What was missed comes first, before the numbers. */
export const startsWithMisses = ({ kind }: Pick<ReportModel, 'kind'>): boolean => kind === 'partner_summary';

/** Entries of a history with what a document says about them. (The JSON answer is only the array of entries.) */
export interface HistoryReport {
  readonly type: (typeof HISTORY_TYPES)[number];
  /** What else the entries were narrowed to. `from` (included) and `to` (not included) are instants. */
  readonly only?: {
    readonly actor?: HistoryEntry['actor']['kind'] | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly isOfTask: boolean;
  };
  readonly as_of?: string | undefined;
  readonly timezone: string;
  readonly generated_at: string;
  readonly entries: readonly HistoryEntry[];
  /** How many entries there are in all; left out if these are all. */
  readonly total?: number;
}
