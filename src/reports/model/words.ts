import type { Counts } from '../../contracts/report.ts';
import { MEANINGS } from '../../contracts/words/meanings.ts';

/** The counts in the order in which tables show them. */
export const COUNT_COLUMNS = ['planned', 'kept', 'missed', 'skipped', 'open', 'late'] as const satisfies readonly (keyof Counts)[];
export const COUNT_LABELS: Readonly<Record<(typeof COUNT_COLUMNS)[number], string>> = {
  planned: MEANINGS.planned.term,
  kept: MEANINGS.kept.term,
  missed: MEANINGS.missed.term,
  skipped: MEANINGS.skipped.term,
  open: MEANINGS.open.term,
  late: MEANINGS.late.term,
};

export const REPORT_NAMES = {
  daily: 'Daily report',
  weekly: 'Weekly report',
  overall: 'Overall report',
  procrastination: 'Report',
  history: 'History',
  partner_summary: 'Progress summary',
} as const;
export const HISTORY_NAMES = {
  all: 'All entries',
  tasks: 'Tasks',
  verifications: 'Verifications',
  alerts: 'Alerts',
  streaks: 'Streaks',
  partner: 'Partner',
  account: 'Account',
} as const;
