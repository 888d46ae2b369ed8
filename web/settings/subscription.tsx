import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PlanName } from '../../src/contracts/plan.ts';
import { subscriptionSettingsQuery, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { PlanFault } from '../plans/plan-fault.tsx';
import { useCancel } from '../plans/use-plan-acts.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { AiKeyBlock } from './ai-key.tsx';
import { AiUsageBlock } from './ai-usage.tsx';
import { ContactSales } from './contact-sales.tsx';
import { EndTrial } from './end-trial.tsx';
import { Loaded, SettingsFrame } from './frame.tsx';
import { Invoices } from './invoices.tsx';
import { PlanCards } from './plan-cards.tsx';
import type { CardAct, PlanView } from './plan-words.ts';
import { Standing } from './standing.tsx';
import { type OpenCheckout, useCheckout } from './use-checkout.ts';
import { useChoosePlan } from './use-choose-plan.ts';
import './subscription.css';

/** A change at the payment provider is made in another tab, so the page is read again whenever its window gets the focus. */
const REFETCH_ON_FOCUS = { refetchOnWindowFocus: 'always' } as const;

export function Subscription() {
  const query = useQuery({ ...subscriptionSettingsQuery(), ...REFETCH_ON_FOCUS });
  const status = useQuery(subscriptionStatusQuery());
  // The cards need both: a trial is only in the status, whose failure gives null.
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

/** Stands while a checkout is open in another tab. */
const Waiting = ({ checkout, onEnd }: { checkout: OpenCheckout; onEnd: () => void }) => (
  <div role="status">
    <Note
      tone="review"
      title={`The checkout of ${checkout.plan} is open in another tab.`}
      className="pcs-wait"
      actions={
        <>
          <a className="btn btn-s" href={checkout.url} target="_blank" rel="noopener noreferrer">
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
  </div>
);
