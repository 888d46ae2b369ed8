import type { HISTORY_TYPES, HistoryEntry } from '../http/contracts/report.ts';

/** What a figure at the head of a report says: a label, a value, what stands behind it small. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly unit: string;
  readonly note: string;
  /** Nothing can change it any more: ruled off twice. */
  readonly settled: boolean;
}

export interface Column { readonly label: string; readonly numeric: boolean }
export type Tone = 'kept' | 'missed' | 'due' | 'review' | 'quiet' | 'plain';
export interface Cell { readonly text: string; readonly tone: Tone }

export interface Table {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Cell[])[];
  /** The sum under the table; null: none. */
  readonly foot: readonly Cell[] | null;
  /** The sum is ruled off twice (the period is closed), else once. */
  readonly settled: boolean;
}

export interface Bar {
  readonly label: string;
  readonly planned: number;
  readonly kept: number;
  readonly missed: number;
  /** Holds the instant at which the report was made. */
  readonly now: boolean;
}
/** Level 0 to 4: nothing kept to all kept; null: nothing was planned. */
export interface MapDay { readonly date: string; readonly level: 0 | 1 | 2 | 3 | 4 | null; readonly missed: boolean; readonly frozen: boolean; readonly words: string }

interface ChartOf<Kind extends string, Data> {
  readonly kind: Kind;
  readonly title: string;
  /** One sentence of meaning. */
  readonly caption: string;
  readonly data: Data;
  /** The same numbers. */
  readonly table: Table;
}
export type BarsChart = ChartOf<'bars', readonly Bar[]>;
/** 24 counts by local hour. */
export type HoursChart = ChartOf<'hours', readonly number[]>;
/** Planned and kept, week by week, oldest first. */
export type WeeksChart = ChartOf<'weeks', readonly Bar[]>;
/** At most 53 weeks of 7 days, Monday first; null: outside the period. */
export type MapChart = ChartOf<'map', { readonly weeks: readonly (readonly (MapDay | null)[])[]; readonly months: readonly { readonly week: number; readonly label: string }[] }>;
export type Chart = BarsChart | HoursChart | WeeksChart | MapChart;

/** The mark in the margin of a row; each is drawn, and has its word beside it. */
export type Mark = 'open' | 'progress' | 'kept' | 'awaiting' | 'review' | 'verified' | 'missed' | 'expired' | 'rejected' | 'late' | 'skipped' | 'note';
export interface Row {
  readonly mark: Mark;
  /** The mark in words. */
  readonly state: string;
  readonly tone: Tone;
  /** Local date and time, in words. */
  readonly when: string;
  readonly what: string;
  /** What is to be said besides, or empty. */
  readonly aside: string;
}
export interface Rows { readonly title: string; readonly columns: readonly [string, string, string]; readonly rows: readonly Row[]; readonly empty: string }

export interface ReportModel {
  readonly kind: 'daily' | 'weekly' | 'overall' | 'history';
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
  readonly owner: string;
  readonly note: string | null;
  readonly closed: boolean;
  readonly figures: readonly Figure[];
  readonly tables: readonly Table[];
  readonly charts: readonly Chart[];
  readonly rows: Rows | null;
  /** What the numbers mean: term and sentence. */
  readonly meanings: readonly { readonly term: string; readonly sentence: string }[];
}

/** What a page of history is about: the JSON answer is a bare array, so the route says the rest. */
export interface HistoryReport {
  readonly type: (typeof HISTORY_TYPES)[number];
  readonly timezone: string;
  readonly generated_at: string;
  readonly entries: readonly HistoryEntry[];
}
