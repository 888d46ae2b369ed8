import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';
import { type Plan, planNamed } from '../../src/contracts/plan.ts';
import { isPremium, type SubscriptionStatus, subscriptionStatusQuery } from '../api/subscriptions.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import textStyles from '../ui/text.module.css';
import styles from './invitation.module.css';
import { useStartTrial } from './plan-acts.ts';
import { PlanFault } from './plan-faults.tsx';

type Priced = Pick<Plan, 'price_cents'>;

/** Leaves out zero cents: '$10', '$19.99'. */
export const dollars = (cents: number): string => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
/** For example '$10 a month', 'free'. */
export const priceWords = ({ price_cents: cents }: Priced): string => (cents === 0 ? 'free' : `${dollars(cents)} a month`);

interface InvitationProps {
  readonly title: string;
  /** One or two sentences about what the feature does. */
  readonly text: string;
  /** The heading level. At level 2 the invitation is the subject of the page and its button is the primary one. */
  readonly level?: 2 | 3;
  /** An example of the feature, marked as an example. */
  readonly children: ReactNode;
}

/** Takes the place of a Pro feature: describes it, shows an example, and offers the trial. */
export function Invitation({ title, text, level = 3, children }: InvitationProps) {
  const id = useId();
  const Heading = `h${level}` as const;
  const status = useQuery(subscriptionStatusQuery()).data;
  const trial = useStartTrial();
  const price = priceWords(planNamed('Pro'));
  const isTrialOpen = status?.trial.available === true;
  return (
    <section className={styles.invitation} data-part="invitation" aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      <p className={clsx(textStyles.small, textStyles.muted)}>{text}</p>
      <figure className={styles.example}>
        <figcaption>An example</figcaption>
        {children}
      </figure>
      <div className={styles.actions}>
        {isTrialOpen && (
          <Button
            variant={level === 2 ? 'primary' : 'secondary'}
            busy={trial.isPending}
            busyLabel="Starting..."
            onClick={() => trial.mutate()}
          >
            Start 14-day trial
          </Button>
        )}
        <ButtonLink to="/settings/subscription" variant={isTrialOpen ? 'ghost' : 'secondary'}>
          See the plans
        </ButtonLink>
      </div>
      <p className={clsx(textStyles.small, textStyles.faint)}>
        {isTrialOpen ? `No card is needed. The trial ends by itself; after it, Pro is ${price}.` : `It is part of Pro, ${price}.`}
      </p>
      <PlanFault error={trial.error} title="Failed to start the trial." fallback="Failed to start the trial" />
    </section>
  );
}

/**
 * Whether premium features are available. `past`: they were, and what the owner made with them stays readable. Null: not known
 * yet.
 */
export type Premium = 'open' | 'past' | 'closed' | null;

export function premiumOf(status: SubscriptionStatus | null | undefined): Premium {
  if (status === undefined) return null;
  if (isPremium(status)) return 'open';
  return status !== null && status.status !== 'none' ? 'past' : 'closed';
}

export const usePremium = (): Premium => premiumOf(useQuery(subscriptionStatusQuery()).data);
