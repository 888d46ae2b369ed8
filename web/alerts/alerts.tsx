import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type Alert, activeAlertsQuery, alertPagesQuery } from '../api/alerts.ts';
import { type OwnerClock, useOwnerClock } from '../api/owner-clock.ts';
import { plural, shortDate } from '../lib/words.ts';
import { useAcknowledge } from '../tasks/acknowledge.ts';
import { Page } from '../ui/page.tsx';
import { LoadMore } from '../ui/pagination.tsx';
import { RowsSkeleton } from '../ui/skeleton.tsx';
import { Empty, ErrorState } from '../ui/states.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { ALERT_TABS, type AlertTab, alertDays, alertsOf } from './alert-days.ts';
import { AlertRow } from './alert-row.tsx';
import './alerts.css';

const NAMES: Readonly<Record<AlertTab, string>> = {
  all: 'All',
  active: 'Active',
  missed: 'Missed tasks',
  deadlines: 'Deadlines',
  streaks: 'Streaks',
};
/** A tab that shows only some alerts loads further pages by itself until it shows this many. */
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
          : `${count === 0 ? 'None' : count.toLocaleString('en-US')} active. What closes by itself is marked resolved; what you close is marked acknowledged.`
      }
    >
      <TabLinks
        label="Alerts"
        value={tab}
        tabs={ALERT_TABS.map((value) => ({
          value,
          label: NAMES[value],
          to: value === 'all' ? '/alerts' : `/alerts?show=${value}`,
          ...(value === 'active' && count !== undefined ? { count } : {}),
        }))}
      />
      <div className="alerts">
        {!shown && failed.error && (
          <ErrorState title={failed.error.message} onRetry={() => void failed.refetch()} retrying={failed.isFetching}>
            None of them is lost.
          </ErrorState>
        )}
        {!shown && !failed.error && <RowsSkeleton rows={6} label="Loading alerts" />}
        {shown && shown.length === 0 && !more && <NoAlerts tab={tab} />}
        {shown && shown.length > 0 && <AlertList alerts={shown} clock={clock} />}
        {shown && all && shown.length > 0 && tab === 'all' && (
          <p className="s2 q3 alerts-n" role="status">
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
    <section key={day.name} className={clsx('day', day.name === 'Today' && 'is-today')}>
      <header className="day-h">
        <h2>{day.name}</h2>
        {day.date && <span>{shortDate(day.date, clock.today)}</span>}
      </header>
      <ol className="als">
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
