import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { dayMonth, number, plural, shortDate } from '../../src/contracts/words/format.ts';
import { addDays } from '../../src/contracts/words/phrases/days.ts';
import { type Alert, activeAlertsQuery, alertPagesQuery } from '../api/alerts.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { localTime } from '../lib/calendar.ts';
import { useAcknowledge } from '../tasks/acknowledge.ts';
import { proofAddress } from '../tasks/state.ts';
import { Severity } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import textStyles from '../ui/text.module.css';
import styles from './alerts.module.css';

export const ALERT_TABS = ['all', 'active', 'missed', 'deadlines', 'streaks'] as const;
export type AlertTab = (typeof ALERT_TABS)[number];

const isActive = (alert: Alert): boolean => !alert.acknowledged && !alert.resolved;

const TAB_TYPES: Partial<Record<AlertTab, Alert['type']>> = {
  missed: 'task_missed',
  deadlines: 'deadline_approaching',
  streaks: 'streak_broken',
};

export const alertsOf = (tab: AlertTab, alerts: readonly Alert[]): Alert[] =>
  alerts.filter((alert) => (tab === 'all' ? true : tab === 'active' ? isActive(alert) : alert.type === TAB_TYPES[tab]));

export interface AlertDay {
  readonly name: 'Today' | 'Yesterday' | 'Earlier';
  readonly date: string | null;
  readonly alerts: readonly Alert[];
}

/** Groups alerts into today, yesterday and earlier, and keeps their order. */
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

const isAboutProof = ({ title }: Alert): boolean => title.startsWith('Proof');

interface AlertRowProps {
  readonly alert: Alert;
  readonly clock: OwnerClock;
  /** Whether to show the date, because the heading of the group has none. */
  readonly dated: boolean;
  readonly onAcknowledge: (id: string) => void;
}

function AlertRow({ alert, clock, dated, onAcknowledge }: AlertRowProps) {
  const at = localTime(alert.createdAt, clock.zone);
  return (
    <li className={clsx(styles.item, !isActive(alert) && styles.done)}>
      <div className={styles.severity}>
        <Severity level={alert.severity} />
      </div>
      <div className={styles.body}>
        {alert.taskId ? (
          <Link to={isAboutProof(alert) ? proofAddress(alert.taskId) : `/todo?task=${encodeURIComponent(alert.taskId)}`}>
            <b dir="auto">{alert.title}</b>
          </Link>
        ) : (
          <b dir="auto">{alert.title}</b>
        )}
        <p dir="auto">{alert.message}</p>
      </div>
      <time dateTime={alert.createdAt}>{dated ? `${dayMonth(at.date, clock.today)}, ${at.time}` : at.time}</time>
      <div className={styles.action}>
        {isActive(alert) ? (
          <Button
            size="s"
            variant="ghost"
            icon={<Icon of={Check} />}
            aria-label={`Acknowledge: ${alert.title}`}
            onClick={() => onAcknowledge(alert.id)}
          >
            Acknowledge
          </Button>
        ) : (
          <span className={styles.outcome}>
            <Icon of={alert.acknowledged ? Check : CircleCheck} />
            {alert.acknowledged ? 'Acknowledged' : 'Resolved'}
          </span>
        )}
      </div>
    </li>
  );
}

const TAB_NAMES: Readonly<Record<AlertTab, string>> = {
  all: 'All',
  active: 'Active',
  missed: 'Missed tasks',
  deadlines: 'Deadlines',
  streaks: 'Streaks',
};
/** A filtered tab loads further pages by itself until it shows this many alerts. */
const ENOUGH = 20;

export function Alerts() {
  const [params] = useSearchParams();
  const tab = ALERT_TABS.find((one) => one === params.get('show')) ?? 'all';
  const clock = useOwnerClock();
  const active = useQuery(activeAlertsQuery());
  const pages = useInfiniteQuery(alertPagesQuery());
  const all = pages.data?.pages.flatMap((page) => page.items);
  const shown = tab === 'active' ? active.data : all && alertsOf(tab, all);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const more = tab !== 'active' && hasNextPage;
  useEffect(() => {
    if (more && tab !== 'all' && (shown?.length ?? 0) < ENOUGH && !isFetchingNextPage) void fetchNextPage();
  }, [more, tab, shown?.length, isFetchingNextPage, fetchNextPage]);

  const failed = tab === 'active' ? active : pages;
  const count = active.data?.length;
  return (
    <Page
      title="Alerts"
      sub={
        count === undefined
          ? ' '
          : `${count === 0 ? 'None' : number(count)} active. What closes by itself is marked resolved; what you close is marked acknowledged.`
      }
    >
      <TabLinks
        label="Alerts"
        value={tab}
        tabs={ALERT_TABS.map((value) => ({
          value,
          label: TAB_NAMES[value],
          to: value === 'all' ? '/alerts' : `/alerts?show=${value}`,
          ...(value === 'active' && count !== undefined ? { count } : {}),
        }))}
      />
      <div className={styles.content}>
        {!shown && failed.error && (
          <ErrorState title={failed.error.message} onRetry={() => void failed.refetch()} retrying={failed.isFetching}>
            None of them is lost.
          </ErrorState>
        )}
        {!shown && !failed.error && <RowsSkeleton rows={6} label="Loading alerts" />}
        {shown && shown.length === 0 && !more && <NoAlerts tab={tab} />}
        {shown && shown.length > 0 && <AlertList alerts={shown} clock={clock} />}
        {shown && all && shown.length > 0 && tab === 'all' && (
          <p className={clsx(textStyles.small, textStyles.faint, styles.total)} role="status">
            {more ? `The last ${plural(all.length, 'alert')}` : plural(all.length, 'alert')}
          </p>
        )}
        <LoadMore more={more} loading={isFetchingNextPage} onMore={() => void fetchNextPage()}>
          Older
        </LoadMore>
      </div>
    </Page>
  );
}

function AlertList({ alerts, clock }: { alerts: readonly Alert[]; clock: OwnerClock }) {
  const { mutate } = useAcknowledge();
  return alertDays(alerts, clock.zone, clock.today).map((day) => (
    <section key={day.name} className={clsx(ledgerStyles.day, day.name === 'Today' && [ledgerStyles.current, styles.current])}>
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2>{day.name}</h2>
        {day.date && <span>{shortDate(day.date, clock.today)}</span>}
      </header>
      <ol className={styles.list}>
        {day.alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} clock={clock} dated={day.date === null} onAcknowledge={mutate} />
        ))}
      </ol>
    </section>
  ));
}

function NoAlerts({ tab }: { tab: AlertTab }) {
  if (tab === 'active')
    return (
      <Empty level={2} title="No active alerts" mark="verified">
        You're all caught up!
      </Empty>
    );
  if (tab === 'all')
    return (
      <Empty level={2} title="No alerts yet" mark="verified">
        A due time that comes near, a miss, and a streak that ends are told here and in the bell.
      </Empty>
    );
  return (
    <Empty level={2} title="None of these yet" mark="verified">
      Nothing of this kind has happened.
    </Empty>
  );
}
