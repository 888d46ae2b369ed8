import { useOwnerClock } from '../api/owner-clock.ts';
import { PlanFault } from '../plans/plan-fault.tsx';
import { useCancel, usePortal, useResume, useStartTrial } from '../plans/use-plan-acts.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { canCancel, canResume, currentPlan, type PlanView, standingWords } from './plan-words.ts';

/** Which plan holds, how long, and what can be done about it. */
export function Standing({ view }: { view: PlanView }) {
  const clock = useOwnerClock();
  const trial = useStartTrial();
  const cancel = useCancel();
  const resume = useResume();
  const portal = usePortal();
  const { status, paid } = view;
  const busy = trial.isPending || cancel.isPending || resume.isPending;
  return (
    <section className="stg" aria-label="Your plan">
      <p>{standingWords(view, clock)}</p>
      {status?.trial.available && <p className="s2 q2">Pro can be tried for 14 days, once. No card is needed, and it ends by itself.</p>}
      <div className="stg-a">
        {status?.trial.available && (
          <Button busy={trial.isPending} busyLabel="Starting..." disabled={busy} onClick={() => trial.mutate()}>
            Start 14-day trial
          </Button>
        )}
        {canResume(view) && (
          <Button busy={resume.isPending} busyLabel="Updating..." disabled={busy} onClick={() => resume.mutate()}>
            {`Keep ${currentPlan(view)}`}
          </Button>
        )}
        {status !== null && paid !== 'Free' && (
          <Button
            variant={status.phase === 'past_due' ? 'primary' : 'secondary'}
            busy={portal.busy}
            busyLabel="Opening..."
            onClick={portal.open}
          >
            Billing portal
          </Button>
        )}
        {canCancel(view) && (
          <Button variant="danger" busy={cancel.isPending} busyLabel="Cancelling..." disabled={busy} onClick={() => cancel.mutate()}>
            Cancel subscription
          </Button>
        )}
      </div>
      {portal.blocked !== null && <Blocked url={portal.blocked} name="the billing portal" />}
      <PlanFault error={trial.error} title="Failed to start the trial." fallback="Failed to start the trial" />
      <PlanFault error={cancel.error} title="Failed to cancel subscription" fallback="Failed to cancel subscription" />
      <PlanFault error={resume.error} title="Failed to update subscription." fallback="Failed to update subscription" />
      <PlanFault error={portal.error} title="Failed to open billing portal" fallback="Failed to open billing portal" />
    </section>
  );
}

/** Says that the browser has blocked a tab, with the link that opens it. */
const Blocked = ({ url, name }: { url: string; name: string }) => (
  <Note tone="due" alert title="The browser blocked the new tab." className="w-full">
    <a className="link" href={url} target="_blank" rel="noopener noreferrer">
      Open {name}
    </a>
  </Note>
);
