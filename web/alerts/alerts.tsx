import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check, CheckCheck, CircleCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { number, plural } from '../../src/contracts/words/format.ts';
import { sentence } from '../../src/contracts/words/isolated.ts';
import { type Alert, activeAlertsQuery, alertPagesQuery } from '../api/alerts.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { moment } from '../lib/calendar.ts';
import { useAcknowledge, useAcknowledgeAll } from '../tasks/acknowledge.ts';
import { portions } from '../tasks/batches.ts';
import { proofAddress } from '../tasks/state.ts';
import { Severity } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import ledgerStyles from '../ui/ledger.module.css';
import { Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { Empty, ErrorState, RowsSkeleton } from '../ui/states.tsx';
import { Status } from '../ui/status.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
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

export interface AlertGroup {
  readonly name: 'Active' | 'Acknowledged' | 'Resolved';
  readonly alerts: readonly Alert[];
}

/**
 * What is active comes first, then what was acknowledged, and last what was resolved, each newest first. `active`: all active alerts;
 * `others`: alerts of every kind, of which active ones are left out.
 */
export function alertGroups(active: readonly Alert[], others: readonly Alert[]): AlertGroup[] {
  const rest = others.filter((alert) => !isActive(alert));
  const groups: AlertGroup[] = [
    { name: 'Active', alerts: active },
    { name: 'Acknowledged', alerts: rest.filter((alert) => alert.acknowledged) },
    { name: 'Resolved', alerts: rest.filter((alert) => !alert.acknowledged) },
  ];
  return groups.filter(({ alerts }) => alerts.length > 0);
}

/** Their sentences begin with the proof, and those of other alerts do not mention it. */
const isAboutProof = ({ message }: Alert): boolean => /\bproof\b/i.test(message);

interface AlertRowProps {
  readonly alert: Alert;
  readonly clock: OwnerClock;
  readonly onAcknowledge: (id: string) => void;
}

function AlertRow({ alert, clock, onAcknowledge }: AlertRowProps) {
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
      <time dateTime={alert.createdAt}>{moment(alert.createdAt, clock.zone, clock.today)}</time>
      <div className={styles.action}>
        {isActive(alert) ? (
          <Button
            size="s"
            variant="ghost"
            icon={<Icon of={Check} />}
            aria-label={sentence`Acknowledge: ${alert.title}`}
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
/** How many of the alerts that are not active any more are shown before older ones are asked for. */
const FIRST = 8;

export function Alerts() {
  const [params] = useSearchParams();
  const tab = ALERT_TABS.find((one) => one === params.get('show')) ?? 'all';
  const clock = useOwnerClock();
  const active = useQuery(activeAlertsQuery());
  const pages = useInfiniteQuery(alertPagesQuery());
  const [isWhole, setWhole] = useState(false);
  const all = pages.data?.pages.flatMap((page) => page.items);
  const shown = tab === 'active' ? active.data : all && alertsOf(tab, all);
  const past = shown?.filter((alert) => !isActive(alert));
  const isCut = !isWhole && (past?.length ?? 0) > FIRST;
  const groups = active.data && past && alertGroups(alertsOf(tab, active.data), isCut ? past.slice(0, FIRST) : past);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const more = tab !== 'active' && hasNextPage;
  useEffect(() => {
    if (more && tab !== 'all' && (shown?.length ?? 0) < ENOUGH && !isFetchingNextPage) void fetchNextPage();
  }, [more, tab, shown?.length, isFetchingNextPage, fetchNextPage]);

  const failed = tab === 'active' || active.error ? active : pages;
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
        {!groups && failed.error && (
          <ErrorState title={failed.error.message} onRetry={() => void failed.refetch()} retrying={failed.isFetching}>
            None of them is lost.
          </ErrorState>
        )}
        {!groups && !failed.error && <RowsSkeleton rows={6} label="Loading alerts" />}
        {groups?.length === 0 && !more && <NoAlerts tab={tab} />}
        {groups && <AlertList groups={groups} clock={clock} />}
        {shown && all && shown.length > 0 && tab === 'all' && !isCut && (
          <Status as="p" className={clsx(textStyles.small, textStyles.faint, styles.total)}>
            {more ? `The last ${plural(all.length, 'alert')}` : plural(all.length, 'alert')}
          </Status>
        )}
        <LoadMore
          more={isCut || more}
          loading={!isCut && isFetchingNextPage}
          onMore={() => (isCut ? setWhole(true) : void fetchNextPage())}
        >
          Older
        </LoadMore>
      </div>
    </Page>
  );
}

function AlertList({ groups, clock }: { groups: readonly AlertGroup[]; clock: OwnerClock }) {
  const { mutate } = useAcknowledge();
  const all = useAcknowledgeAll();
  return groups.map(({ name, alerts }) => (
    <section
      key={name}
      aria-labelledby={`alerts-${name}`}
      className={clsx(ledgerStyles.day, name === 'Active' && [ledgerStyles.current, styles.current])}
    >
      <header className={ledgerStyles.dayHeader} data-part="day-header">
        <h2 id={`alerts-${name}`}>{name}</h2>
        {name === 'Active' && (
          <>
            <span>{number(alerts.length)}</span>
            {alerts.length > 1 && (
              <Button
                size="s"
                variant="ghost"
                className={styles.all}
                icon={<Icon of={CheckCheck} />}
                onClick={() => {
                  for (const ids of portions(alerts.map(({ id }) => id))) all.mutate(ids);
                }}
              >
                Acknowledge all
              </Button>
            )}
          </>
        )}
      </header>
      <ol className={styles.list}>
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} clock={clock} onAcknowledge={mutate} />
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
