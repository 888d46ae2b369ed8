import './bell.css';
import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon, Check } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Alert, activeAlertsQuery } from '../api/alerts.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { distance, moment } from '../lib/words.ts';
import { useAcknowledge } from '../tasks/acknowledge.ts';
import { Severity, SeverityWord } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Popover } from '../ui/popover.tsx';
import { ErrorState } from '../ui/states.tsx';
import { badgeCount } from './badge-count.ts';

const SHOWN = 5;
/** How far the list is shifted so that it ends at the edge of the top bar, in px. */
const BESIDE_AVATAR = 46;

export function Bell() {
  const [open, setOpen] = useState(false);
  const query = useQuery(activeAlertsQuery());
  const count = query.data?.length ?? 0;
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Alerts"
      className="drop"
      shift={-BESIDE_AVATAR}
      trigger={
        <IconButton label={count === 0 ? 'Alerts' : `Alerts, ${count} not acknowledged`} on={open}>
          <Icon of={BellIcon} />
          {count > 0 && (
            <span className="bell-n" aria-hidden="true">
              {badgeCount(count)}
            </span>
          )}
        </IconButton>
      }
    >
      <h2>Alerts ({count})</h2>
      <BellList query={query} />
      <Link to="/alerts" className="drop-a" onClick={() => setOpen(false)}>
        View All Alerts
      </Link>
    </Popover>
  );
}

interface Active {
  data: Alert[] | undefined;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

function BellList({ query }: { query: Active }) {
  const acknowledge = useAcknowledge();
  if (query.isPending) {
    return (
      <div className="drop-e" role="status">
        <span className="spin" />
        <span className="sr-only">Loading alerts</span>
      </div>
    );
  }
  if (query.data === undefined) {
    return (
      <div className="p-3">
        <ErrorState title="Failed to fetch active alerts" onRetry={() => void query.refetch()} retrying={query.isFetching}>
          None of them is lost.
        </ErrorState>
      </div>
    );
  }
  if (query.data.length === 0) {
    return (
      <div className="drop-e">
        <Mark name="verified" size="l" named={false} />
        <b>No active alerts</b>
        <span className="q2">You're all caught up!</span>
      </div>
    );
  }
  return (
    <ul>
      {query.data.slice(0, SHOWN).map((alert) => (
        <BellRow key={alert.id} alert={alert} onAcknowledge={() => acknowledge.mutate(alert.id)} />
      ))}
    </ul>
  );
}

const HOUR = 3_600_000;

function BellRow({ alert, onAcknowledge }: { alert: Alert; onAcknowledge: () => void }) {
  const { zone, now, today } = useOwnerClock();
  const at = Date.parse(alert.createdAt);
  return (
    <li className="al">
      <span className="al-s" aria-hidden="true">
        <Severity level={alert.severity} iconOnly />
      </span>
      <div className="min-w-0 flex-1">
        <div className="al-h">
          <SeverityWord level={alert.severity} />
          <time dateTime={alert.createdAt}>{now - at < HOUR ? distance(now, at) : moment(alert.createdAt, zone, today)}</time>
        </div>
        <b>{alert.title}</b>
        <p>{alert.message}</p>
      </div>
      <IconButton label={`Acknowledge: ${alert.title}`} onClick={onAcknowledge}>
        <Icon of={Check} />
      </IconButton>
    </li>
  );
}
