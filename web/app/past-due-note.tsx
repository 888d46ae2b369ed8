import { useQuery } from '@tanstack/react-query';
import { CreditCard } from 'lucide-react';
import { planOf } from '../../src/contracts/plan.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { messageOf } from '../api/problem.ts';
import { subscriptionStatusQuery } from '../api/subscriptions.ts';
import { shortDate } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { usePortal } from '../plans/use-plan-acts.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Stands on every screen while a payment has failed: until when the plan stays, and where it is paid. */
export function PastDueNote() {
  const status = useQuery(subscriptionStatusQuery()).data;
  const { zone, today } = useOwnerClock();
  const portal = usePortal();
  if (status?.phase !== 'past_due') return null;
  const end = status.currentPeriodEnd;
  return (
    <section className="offline past-due" aria-label="Payment">
      <Icon of={CreditCard} className="mt-[2px]" />
      <span>
        The last payment failed. {planOf(status.plan).name} stays
        {end === null ? ' for now' : ` until ${shortDate(localTime(end, zone).date, today)}`}.
      </span>
      {portal.blocked === null ? (
        <Button size="s" busy={portal.busy} busyLabel="Opening..." onClick={portal.open}>
          Open billing portal
        </Button>
      ) : (
        <a className="btn btn-s" href={portal.blocked} target="_blank" rel="noopener noreferrer">
          Open billing portal
        </a>
      )}
      {portal.error && <span role="alert">{messageOf(portal.error)}</span>}
    </section>
  );
}
