import { addDays, daysBetween } from '../../src/contracts/words/phrases/days.ts';
import type { HistoryActor, HistoryFilter, HistoryType, ReportType } from '../api/reports.ts';
import { dayBegins, mondayOf } from '../lib/calendar.ts';

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

/** Who acted, as the filter names them. */
export const ACTOR_NAMES: Readonly<Record<HistoryActor, string>> = {
  user: 'You',
  system: 'Vouch',
  partner: 'Your partner',
  ai: 'The AI',
  provider: 'A connected service',
};

const DATE = /^\d{4}-\d\d-\d\d$/;
const dateOf = (value: string | null): string | null => (value && DATE.test(value) && !Number.isNaN(Date.parse(value)) ? value : null);

export interface ReportAddress {
  readonly tab: ReportType;
  /** A past local date: the report as it was known when this day ended. Null: as it is known now. */
  readonly asOf: string | null;
  /** Null: today. */
  readonly date: string | null;
  /** 0 is this week. */
  readonly offset: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly type: HistoryType;
  /** Null: everybody. */
  readonly who: HistoryActor | null;
  /** The id of a task; null: all tasks. */
  readonly task: string | null;
}

/** The local dates of the address as instants in the owner's zone. */
export const filterOf = ({ type, who, task, from, to }: ReportAddress, zone: string): HistoryFilter => ({
  type,
  actor: who,
  taskId: task,
  from: from === null ? null : dayBegins(from, zone),
  to: to === null ? null : dayBegins(addDays(to, 1), zone),
});

/** All entries: the history without a filter. */
export const UNFILTERED: Pick<ReportAddress, 'from' | 'to' | 'type' | 'who' | 'task'> = {
  from: null,
  to: null,
  type: 'all',
  who: null,
  task: null,
};

export const isFiltered = ({ from, to, type, who, task }: ReportAddress): boolean =>
  type !== 'all' || [from, to, who, task].some((value) => value !== null);

/** Links in mails name a week by one of its dates (`week`), so that they always lead to the same week. */
export function addressFrom(params: URLSearchParams, today: string): ReportAddress {
  const week = dateOf(params.get('week'));
  const asOf = dateOf(params.get('as_of'));
  const known = asOf !== null && asOf < today ? asOf : null;
  const offset = week ? daysBetween(mondayOf(known ?? today), mondayOf(week)) / 7 : Number(params.get('offset') ?? 0);
  return {
    tab: REPORT_TABS.find((one) => one === params.get('tab')) ?? 'weekly',
    asOf: known,
    date: dateOf(params.get('date')),
    offset: Number.isInteger(offset) && Math.abs(offset) <= 4_000 ? offset : 0,
    from: dateOf(params.get('from')),
    to: dateOf(params.get('to')),
    type: (Object.keys(HISTORY_NAMES) as HistoryType[]).find((one) => one === params.get('type')) ?? 'all',
    who: (Object.keys(ACTOR_NAMES) as HistoryActor[]).find((one) => one === params.get('who')) ?? null,
    task: params.get('task') || null,
  };
}

/** Leaves default values out. */
export function addressOf(address: Partial<ReportAddress> & Pick<ReportAddress, 'tab'>): string {
  const { tab, asOf, date, offset, from, to, type, who, task } = address;
  const params = new URLSearchParams([
    ...(tab === 'weekly' ? [] : [['tab', tab]]),
    ...(asOf ? [['as_of', asOf]] : []),
    ...(tab === 'daily' && date ? [['date', date]] : []),
    ...(tab === 'weekly' && offset ? [['offset', String(offset)]] : []),
    ...((tab === 'overall' || tab === 'procrastination' || tab === 'history') && from ? [['from', from]] : []),
    ...((tab === 'overall' || tab === 'history') && to ? [['to', to]] : []),
    ...(tab === 'history' && type && type !== 'all' ? [['type', type]] : []),
    ...(tab === 'history' && who ? [['who', who]] : []),
    ...(tab === 'history' && task ? [['task', task]] : []),
  ]);
  return params.size === 0 ? '/report' : `/report?${params.toString()}`;
}
