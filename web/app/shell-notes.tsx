import { useIsMutating, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CreditCard, RefreshCwOff, WifiOff } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { planOf } from '../../src/contracts/plan.ts';
import { clockTime, plural, shortDate } from '../../src/contracts/words/format.ts';
import { serverNow } from '../api/clock.ts';
import { countUnstored, onUnstored } from '../api/kept.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { sessionQuery } from '../api/session.ts';
import { subscriptionStatusQuery } from '../api/subscriptions.ts';
import { localTime } from '../lib/calendar.ts';
import { usePortal } from '../plans/plan-acts.ts';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { ProviderRefusal } from '../ui/providers.tsx';
import { Status } from '../ui/status.tsx';
import { useShownAsOf } from './last-read.ts';
import type { Refused } from './refused.ts';
import styles from './shell-notes.module.css';
import { useLive, useOutdated } from './use-live.ts';

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

/** Whether the server did not answer who is signed in, when it was last asked. */
const useUnreachable = (): boolean =>
  useQuery({ ...sessionQuery(), refetchInterval: false, notifyOnChangeProps: ['failureCount'] }).failureCount > 0;

const waitingWords = (count: number): string => `${plural(count, 'change')} ${count === 1 ? 'waits' : 'wait'} here`;

/** Said if the browser has no room for changes that wait, or allows no storage. Otherwise ''. */
const unstoredWords = (unstored: number, waiting: number): string => {
  const which = unstored < waiting ? `${unstored} of them` : waiting === 1 ? 'it' : 'them';
  const until = unstored === 1 ? 'it is sent' : 'they are sent';
  return unstored === 0 ? '' : ` This browser could not store ${which}: leave this page open until ${until}.`;
};

/** What the screen shows was read before this page was opened. `asOf` is in milliseconds of this browser's clock. */
function LastReadNote({ asOf, offline, waiting, unstored }: { asOf: number; offline: boolean; waiting: number; unstored: number }) {
  const { zone, today } = useOwnerClock();
  const { date, time } = localTime(asOf + serverNow() - Date.now(), zone);
  return (
    <div className={styles.banner}>
      <Icon of={WifiOff} className={layoutStyles.lowered} />
      <span>
        {offline ? 'You are offline.' : 'Vouch cannot be reached.'} This is what was known{' '}
        {date === today ? `at ${clockTime(time)}` : `on ${shortDate(date, today)} at ${clockTime(time)}`}.
        {waiting > 0 && ` ${waitingWords(waiting)}.${unstoredWords(unstored, waiting)}`}
      </span>
    </div>
  );
}

/** Follows changes, and says so while the screens may be outdated: the browser is offline, or the server does not tell. */
export function ConnectionNote({ owner }: { owner: string }) {
  const state = useLive(owner);
  const isOutdated = useOutdated(state);
  const since = useOfflineSince();
  const isUnreachable = useUnreachable();
  const asOf = useShownAsOf();
  const waiting = useIsMutating();
  const unstored = useSyncExternalStore(onUnstored, countUnstored);
  const { zone } = useOwnerClock();
  const isLastRead = asOf !== null && (since !== null || isUnreachable);
  return (
    <Status as="div">
      {isLastRead && <LastReadNote asOf={asOf} offline={since !== null} waiting={waiting} unstored={unstored} />}
      {!isLastRead && since !== null && (
        <div className={styles.banner}>
          <Icon of={WifiOff} className={layoutStyles.lowered} />
          Offline since {clockTime(localTime(since, zone).time)}
          {waiting > 0 && `, ${waitingWords(waiting)}${unstored > 0 ? `.${unstoredWords(unstored, waiting)}` : ''}`}
        </div>
      )}
      {!isLastRead && since === null && isOutdated && (
        <div className={styles.banner}>
          <Icon of={RefreshCwOff} className={layoutStyles.lowered} />
          {state === 'full' ? 'Not up to date: Vouch is open in too many places. Close one of them.' : 'Not up to date. Trying again …'}
        </div>
      )}
    </Status>
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
      {portal.error && <Status fresh>{messageOf(portal.error)}</Status>}
    </section>
  );
}

/** Shows a signed-in person the error of a provider until they dismiss it, open another screen or reload. */
export function RefusalNote() {
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const refusal = (state as Refused | null)?.refusal;
  const [shown, setShown] = useState<{ refusal: string; at: string } | null>(null);
  useEffect(() => {
    if (refusal === undefined) return;
    setShown({ refusal, at: pathname });
    navigate('.', { replace: true, state: null });
  }, [refusal, pathname, navigate]);
  if (shown === null || shown.at !== pathname) return null;
  return (
    <div className={styles.refusals}>
      <ProviderRefusal
        message={shown.refusal}
        actions={
          <Button size="s" onClick={() => setShown(null)}>
            Dismiss
          </Button>
        }
      >
        You are signed in as before.
      </ProviderRefusal>
    </div>
  );
}
