import { useIsMutating, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CreditCard, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { planOf } from '../../src/contracts/plan.ts';
import { plural, shortDate } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { subscriptionStatusQuery } from '../api/subscriptions.ts';
import { localTime } from '../lib/calendar.ts';
import { usePortal } from '../plans/plan-acts.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import styles from './shell-notes.module.css';

/** When the browser went offline, in milliseconds of the server's clock. Null while it is online. */
function useOfflineSince(): number | null {
  const [since, setSince] = useState<number | null>(() => (navigator.onLine ? null : serverNow()));
  useEffect(() => {
    const gone = () => setSince(serverNow());
    const back = () => setSince(null);
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, []);
  return since;
}

export function OfflineNote() {
  const since = useOfflineSince();
  const waiting = useIsMutating();
  const { zone } = useOwnerClock();
  return (
    <div role="status">
      {since !== null && (
        <div className={styles.banner}>
          <Icon of={WifiOff} className={layoutStyles.lowered} />
          Offline since {localTime(since, zone).time}
          {waiting > 0 && `, ${plural(waiting, 'change')} ${waiting === 1 ? 'waits' : 'wait'} here`}
        </div>
      )}
    </div>
  );
}

/** Shown on every screen while a payment has failed. */
export function PastDueNote() {
  const status = useQuery(subscriptionStatusQuery()).data;
  const { zone, today } = useOwnerClock();
  const portal = usePortal();
  if (status?.phase !== 'past_due') return null;
  const end = status.currentPeriodEnd;
  return (
    <section className={clsx(styles.banner, styles.pastDue)} aria-label="Payment">
      <Icon of={CreditCard} className={layoutStyles.lowered} />
      <span>
        The last payment failed. {planOf(status.plan).name} stays
        {end === null ? ' for now' : ` until ${shortDate(localTime(end, zone).date, today)}`}.
      </span>
      {portal.blocked === null ? (
        <Button size="s" busy={portal.busy} busyLabel="Opening..." onClick={portal.open}>
          Open billing portal
        </Button>
      ) : (
        <a
          className={clsx(buttonStyles.button, buttonStyles.small)}
          data-part="button"
          href={portal.blocked}
          target="_blank"
          rel="noopener noreferrer"
        >
          Open billing portal
        </a>
      )}
      {portal.error && <span role="alert">{messageOf(portal.error)}</span>}
    </section>
  );
}
