import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { PLANS, type Plan, type PlanName } from '../../src/contracts/plan.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { subscriptionSettingsQuery, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { dollars } from '../plans/invitation.tsx';
import { useCancel } from '../plans/plan-acts.ts';
import { PlanFault } from '../plans/plan-faults.tsx';
import { Badge } from '../ui/badge.tsx';
import buttonStyles from '../ui/button.module.css';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import layoutStyles from '../ui/layout.module.css';
import { Note } from '../ui/note.tsx';
import { Status } from '../ui/status.tsx';
import textStyles from '../ui/text.module.css';
import { AiKeyBlock } from './ai-key.tsx';
import { AiUsageBlock } from './ai-usage.tsx';
import { type OpenCheckout, useCheckout, useChoosePlan } from './checkout.ts';
import { ContactSales } from './contact-sales.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { type CardAct, cardOf, followsWords, type PlanView } from './plan-words.ts';
import { Invoices, Standing } from './standing.tsx';
import styles from './subscription.module.css';

interface EndTrialProps {
  readonly asking: boolean;
  readonly onAsk: (asking: boolean) => void;
  readonly ending: ReturnType<typeof useCancel>;
}

/**
 * Asks for confirmation, because a trial cannot be started again. The button is placed away from the one that starts the trial.
 */
function EndTrial({ asking, onAsk, ending }: EndTrialProps) {
  const end = () => ending.mutate(undefined, { onSettled: () => onAsk(false) });
  return (
    <section className={clsx(styles.section, layoutStyles.before32)} aria-label="End the trial">
      <p className={clsx(textStyles.small, textStyles.muted)}>The trial ends by itself. You can also go back to Free before that.</p>
      <Button variant="danger" onClick={() => onAsk(true)}>
        End the trial
      </Button>
      <Dialog
        open={asking}
        onOpenChange={onAsk}
        title="End the trial now?"
        text="You are on Free at once, and the trial cannot be started again. What you made with Pro stays readable."
        actions={
          <>
            <Button onClick={() => onAsk(false)}>Keep trying Pro</Button>
            <Button variant="danger" busy={ending.isPending} busyLabel="Ending..." onClick={end}>
              End the trial
            </Button>
          </>
        }
      />
    </section>
  );
}

interface CardsProps {
  readonly view: PlanView;
  readonly choosing: PlanName | null;
  readonly onAct: (plan: PlanName, act: CardAct) => void;
}

const PlanCards = ({ view, choosing, onAct }: CardsProps) => (
  <ul className={styles.plans}>
    {PLANS.map((plan) => (
      <PlanCard key={plan.id} plan={plan} view={view} choosing={choosing} onAct={onAct} />
    ))}
  </ul>
);

function PlanCard({ plan, view, choosing, onAct }: CardsProps & { plan: Plan }) {
  const clock = useOwnerClock();
  const id = useId();
  const { name, price_cents: cents, popular, features } = plan;
  const { isCurrent, label, act, follows } = cardOf(plan, view);
  const pending = view.status?.pending;
  return (
    <li className={styles.plan} aria-labelledby={id}>
      <div className={styles.header}>
        <h2 id={id}>{name}</h2>
        {popular && <Badge tone="accent">Popular</Badge>}
        {isCurrent && <Badge tone="accent">Current</Badge>}
        {follows && pending && <Badge>{followsWords(pending.at, clock)}</Badge>}
      </div>
      <p className={styles.price}>
        {dollars(cents)}
        {cents > 0 && <small>/mo</small>}
      </p>
      <ul className={styles.features}>
        {features.map((feature) => (
          <li key={feature}>
            <Icon of={Check} />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={act !== null && popular ? 'primary' : 'secondary'}
        disabled={act === null || choosing !== null}
        busy={choosing === name}
        busyLabel="Updating..."
        aria-describedby={id}
        onClick={() => act && onAct(name, act)}
      >
        {label}
      </Button>
    </li>
  );
}

/** The payment provider opens in another tab, so the page is read again each time its window gets the focus. */
const REFETCH_ON_FOCUS = { refetchOnWindowFocus: 'always' } as const;

export function Subscription() {
  const query = useQuery({ ...subscriptionSettingsQuery(), ...REFETCH_ON_FOCUS });
  const status = useQuery(subscriptionStatusQuery());
  // The cards need both answers: only the status contains the trial, and it is null if its call fails.
  const both = { data: query.data !== undefined && status.data !== undefined ? query.data : undefined, isError: query.isError };
  return (
    <SettingsFrame title="Subscription & Plans" sub="What you pay for, what it holds, and what the AI has used of it.">
      <Loaded query={both} failed="Failed to load subscription." loading="Loading subscription" lines={12}>
        {(paid) => <Plans view={{ paid, status: status.data ?? null }} />}
      </Loaded>
    </SettingsFrame>
  );
}

function Plans({ view }: { view: PlanView }) {
  const checkout = useCheckout();
  const plan = useChoosePlan(checkout.begin);
  const endTrial = useCancel();
  const [asking, setAsking] = useState(false);
  const isUnpaid = view.paid === 'Free';
  function act(name: PlanName, what: CardAct): void {
    plan.reset();
    if (what === 'end-trial') setAsking(true);
    else plan.choose(name, { isBuying: what === 'keep' || (isUnpaid && name !== 'Free'), keep: what === 'keep' });
  }
  return (
    <>
      <Standing view={view} />
      {checkout.open && <Waiting checkout={checkout.open} onEnd={checkout.end} />}
      <PlanFault
        error={plan.error}
        title={plan.keep ? 'Failed to create checkout session' : 'Failed to update subscription.'}
        fallback={plan.keep ? 'Failed to create checkout session' : 'Failed to update subscription'}
      />
      <PlanFault error={endTrial.error} title="Failed to update subscription." fallback="Failed to cancel subscription" />
      <PlanCards view={view} choosing={plan.choosing} onAct={act} />
      <ContactSales />
      <AiUsageBlock />
      <AiKeyBlock />
      <Invoices />
      {view.status?.phase === 'trial' && <EndTrial asking={asking} onAsk={setAsking} ending={endTrial} />}
    </>
  );
}

/** Shown while a checkout is open in another tab. */
const Waiting = ({ checkout, onEnd }: { checkout: OpenCheckout; onEnd: () => void }) => (
  <Status as="div" fresh>
    <Note
      tone="review"
      title={`The checkout of ${checkout.plan} is open in another tab.`}
      className={styles.waiting}
      actions={
        <>
          <a
            className={clsx(buttonStyles.button, buttonStyles.small)}
            data-part="button"
            href={checkout.url}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open it again
          </a>
          <Button size="s" variant="ghost" onClick={onEnd}>
            Stop waiting
          </Button>
        </>
      }
    >
      This page shows the new plan by itself, as soon as it is paid.
    </Note>
  </Status>
);
