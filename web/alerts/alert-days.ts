import { addDays } from '../../src/contracts/words/phrases/days.ts';
import type { Alert } from '../api/alerts.ts';
import { localTime } from '../lib/zone.ts';

export const ALERT_TABS = ['all', 'active', 'missed', 'deadlines', 'streaks'] as const;
export type AlertTab = (typeof ALERT_TABS)[number];

export const isActive = (alert: Alert): boolean => !alert.acknowledged && !alert.resolved;

const TYPES: Partial<Record<AlertTab, Alert['type']>> = {
  missed: 'task_missed',
  deadlines: 'deadline_approaching',
  streaks: 'streak_broken',
};

export const alertsOf = (tab: AlertTab, alerts: readonly Alert[]): Alert[] =>
  alerts.filter((alert) => (tab === 'all' ? true : tab === 'active' ? isActive(alert) : alert.type === TYPES[tab]));

export interface AlertDay {
  readonly name: 'Today' | 'Yesterday' | 'Earlier';
  readonly date: string | null;
  readonly alerts: readonly Alert[];
}

/** Groups alerts into today, yesterday and earlier. The order within each group stays. */
export function alertDays(alerts: readonly Alert[], zone: string, today: string): AlertDay[] {
  const yesterday = addDays(today, -1);
  const days: Record<AlertDay['name'], Alert[]> = { Today: [], Yesterday: [], Earlier: [] };
  for (const alert of alerts) {
    const { date } = localTime(alert.createdAt, zone);
    days[date >= today ? 'Today' : date === yesterday ? 'Yesterday' : 'Earlier'].push(alert);
  }
  const dates = { Today: today, Yesterday: yesterday, Earlier: null };
  return (['Today', 'Yesterday', 'Earlier'] as const)
    .filter((name) => days[name].length > 0)
    .map((name) => ({ name, date: dates[name], alerts: days[name] }));
}
