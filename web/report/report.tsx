import { useNavigate, useSearchParams } from 'react-router-dom';
import { useHere } from '../ledger/here.ts';
import { COMMON_KEYS, useKeyList, useShortcuts } from '../ledger/shortcuts.tsx';
import { Page } from '../ui/page.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { Daily, DailyActions, dailySub } from './daily.tsx';
import { History, HistoryActions } from './history.tsx';
import { Overall, OverallActions, overallSub } from './overall.tsx';
import { addressOf, placeOf, REPORT_NAMES, REPORT_TABS, type ReportPlace } from './places.ts';
import { Weekly, WeeklyActions, weeklySub } from './weekly.tsx';
import './report.css';

export function Report() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const here = useHere();
  const place = placeOf(params, here.today);
  const go = (change: Partial<ReportPlace>) => void navigate(addressOf({ ...place, ...change }), { preventScrollReset: true });
  const keys = useKeyList(COMMON_KEYS.filter(([pressed]) => pressed[0] !== 'z'));
  useShortcuts({ n: () => void navigate('/todo?new=1'), '?': keys.show });
  const { tab } = place;
  const daily = { date: place.date, here, onDate: (date: string | null) => go({ date }) };
  const weekly = { offset: place.offset, here };
  const range = { from: place.from, to: place.to, here };
  const history = { type: place.type, here };
  return (
    <Page
      title="Report"
      sub={
        {
          daily: dailySub(place.date, here),
          weekly: weeklySub(place.offset, here),
          overall: overallSub(place.from, place.to),
          history: 'Every entry names who, when, and the entry before it',
        }[tab]
      }
      actions={
        <span className="rep-a">
          {tab === 'daily' && <DailyActions {...daily} />}
          {tab === 'weekly' && <WeeklyActions {...weekly} onOffset={(offset) => go({ offset })} />}
          {tab === 'overall' && <OverallActions {...range} onRange={(from, to) => go({ from, to })} />}
          {tab === 'history' && <HistoryActions {...history} onType={(type) => go({ type })} />}
        </span>
      }
    >
      <TabLinks
        label="Reports"
        value={tab}
        tabs={REPORT_TABS.map((value) => ({ value, label: REPORT_NAMES[value], to: addressOf({ tab: value }) }))}
      />
      {tab === 'daily' && <Daily {...daily} />}
      {tab === 'weekly' && <Weekly {...weekly} />}
      {tab === 'overall' && <Overall {...range} />}
      {tab === 'history' && <History {...history} />}
      {keys.dialog}
    </Page>
  );
}
