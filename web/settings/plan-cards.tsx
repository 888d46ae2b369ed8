import { clsx } from 'clsx';
import { Check } from 'lucide-react';
import { useId } from 'react';
import { PLANS, type Plan, type PlanName } from '../../src/contracts/plan.ts';
import { useOwnerClock } from '../api/owner-clock.ts';
import { dollars } from '../plans/price.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { type CardAct, cardOf, followsWords, type PlanView } from './plan-words.ts';

interface CardsProps {
  readonly view: PlanView;
  /** The plan whose choice is being sent, or null. */
  readonly choosing: PlanName | null;
  readonly onAct: (plan: PlanName, act: CardAct) => void;
}

/** The plans of the catalogue, side by side. */
export const PlanCards = ({ view, choosing, onAct }: CardsProps) => (
  <ul className="pcs">
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
    <li className={clsx('pc', isCurrent && 'is-current')} aria-labelledby={id}>
      <div className="pc-h">
        <h2 id={id}>{name}</h2>
        {popular && <Badge tone="accent">Popular</Badge>}
        {isCurrent && <Badge tone="accent">Current</Badge>}
        {follows && pending && <Badge>{followsWords(pending.at, clock)}</Badge>}
      </div>
      <p className="pc-p">
        {dollars(cents)}
        {cents > 0 && <small>/mo</small>}
      </p>
      <ul className="pc-f">
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
