import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useOwnerClock } from '../api/owner-clock.ts';
import { sessionQuery } from '../api/session.ts';
import { localTime } from '../lib/calendar.ts';
import { Page } from '../ui/page.tsx';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ui/shortcuts.tsx';
import { TabLinks } from '../ui/tab-links.tsx';
import { addressFrom, addressOf, REPORT_NAMES, REPORT_TABS, type ReportAddress } from './address.ts';
import { clockAsOf, weekEnds } from './as-of-clock.ts';
import { AsOfSlider } from './as-of-slider.tsx';
import { Daily, DailyActions, dailySub } from './daily.tsx';
import { History, HistoryActions } from './history.tsx';
import { Overall, OverallActions, overallSub } from './overall.tsx';
import { PuttingOff, PuttingOffActions, puttingOffSub } from './putting-off.tsx';
import styles from './report.module.css';
import { Weekly, WeeklyActions, weeklySub } from './weekly.tsx';

export function Report() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const present = useOwnerClock();
  const address = addressFrom(params, present.today);
  const clock = clockAsOf(present, address.asOf);
  const since = useQuery({ ...sessionQuery(), refetchInterval: false }).data?.user?.createdAt;
  /** Two changes can come before the screen has followed the first, so each starts from the present address. */
  const go = (change: Partial<ReportAddress>): void => {
    const now = addressFrom(new URLSearchParams(window.location.search), present.today);
    void navigate(addressOf({ ...now, ...change }), { preventScrollReset: true });
  };
  const keys = useKeyList(COMMON_KEYS);
  useShortcuts({ '?': keys.show });
  const { tab } = address;
  const daily = { date: address.date, clock, onDate: (date: string | null) => go({ date }) };
  const weekly = { offset: address.offset, clock };
  const range = { from: address.from, to: address.to, clock };
  const puttingOff = { from: address.from, clock, onRange: (from: string | null, to: string | null) => go({ from, to }) };
  const history = { address, clock, onAddress: go };
  return (
    <Page
      title="Report"
      sub={
        {
          daily: dailySub(address.date, clock),
          weekly: weeklySub(address.offset, clock),
          overall: overallSub(address.from, address.to, clock),
          procrastination: puttingOffSub(address.from, clock),
          history: 'What happened, day by day: who did it, and when',
        }[tab]
      }
    >
      <TabLinks
        label="Reports"
        value={tab}
        tabs={REPORT_TABS.map((value) => ({ value, label: REPORT_NAMES[value], to: addressOf({ tab: value, asOf: address.asOf }) }))}
      />
      <div className={styles.actions}>
        {tab === 'daily' && <DailyActions {...daily} />}
        {tab === 'weekly' && <WeeklyActions {...weekly} onOffset={(offset) => go({ offset })} />}
        {tab === 'overall' && <OverallActions {...range} onRange={(from, to) => go({ from, to })} />}
        {tab === 'procrastination' && <PuttingOffActions {...puttingOff} />}
        {tab === 'history' && <HistoryActions {...history} />}
      </div>
      <AsOfSlider
        ends={since === undefined ? [] : weekEnds(localTime(since, clock.zone).date, present.today)}
        asOf={address.asOf}
        onAsOf={(asOf) => go({ asOf, date: null, offset: 0 })}
      />
      {tab === 'daily' && <Daily {...daily} />}
      {tab === 'weekly' && <Weekly {...weekly} />}
      {tab === 'overall' && <Overall {...range} />}
      {tab === 'procrastination' && <PuttingOff {...puttingOff} />}
      {tab === 'history' && <History {...history} />}
      {keys.dialog}
    </Page>
  );
}
