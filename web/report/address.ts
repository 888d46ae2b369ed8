import { daysBetween } from '../../src/contracts/words/phrases/days.ts';
import type { HistoryType, ReportType } from '../api/reports.ts';
import { mondayOf } from '../lib/calendar.ts';

export const REPORT_TABS = ['daily', 'weekly', 'overall', 'procrastination', 'history'] as const satisfies readonly ReportType[];
export const REPORT_NAMES: Readonly<Record<ReportType, string>> = {
  daily: 'Daily',
  weekly: 'Weekly',
  overall: 'Overall',
  procrastination: 'Putting off',
  history: 'History',
};
export const HISTORY_NAMES: Readonly<Record<HistoryType, string>> = {
  all: 'All',
  tasks: 'Tasks',
  verifications: 'Verifications',
  alerts: 'Alerts',
  streaks: 'Streaks',
  partner: 'Partner',
  account: 'Account',
};

const DATE = /^\d{4}-\d\d-\d\d$/;
const dateOf = (value: string | null): string | null => (value && DATE.test(value) && !Number.isNaN(Date.parse(value)) ? value : null);

export interface ReportAddress {
  readonly tab: ReportType;
  /** Null: today. */
  readonly date: string | null;
  /** 0 is this week. */
  readonly offset: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly type: HistoryType;
}

/** Links in mails name a week by one of its dates (`week`), so that they always lead to the same week. */
export function addressFrom(params: URLSearchParams, today: string): ReportAddress {
  const week = dateOf(params.get('week'));
  const offset = week ? daysBetween(mondayOf(today), mondayOf(week)) / 7 : Number(params.get('offset') ?? 0);
  return {
    tab: REPORT_TABS.find((one) => one === params.get('tab')) ?? 'weekly',
    date: dateOf(params.get('date')),
    offset: Number.isInteger(offset) && Math.abs(offset) <= 4_000 ? offset : 0,
    from: dateOf(params.get('from')),
    to: dateOf(params.get('to')),
    type: (Object.keys(HISTORY_NAMES) as HistoryType[]).find((one) => one === params.get('type')) ?? 'all',
  };
}

/** Leaves default values out. */
export function addressOf(address: Partial<ReportAddress> & Pick<ReportAddress, 'tab'>): string {
  const { tab, date, offset, from, to, type } = address;
  const params = new URLSearchParams([
    ...(tab === 'weekly' ? [] : [['tab', tab]]),
    ...(tab === 'daily' && date ? [['date', date]] : []),
    ...(tab === 'weekly' && offset ? [['offset', String(offset)]] : []),
    ...((tab === 'overall' || tab === 'procrastination') && from ? [['from', from]] : []),
    ...(tab === 'overall' && to ? [['to', to]] : []),
    ...(tab === 'history' && type && type !== 'all' ? [['type', type]] : []),
  ]);
  return params.size === 0 ? '/report' : `/report?${params.toString()}`;
}
