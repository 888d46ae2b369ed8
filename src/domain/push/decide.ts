import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided, Sealed } from '../kernel/event.ts';
import { PUSH_EVENTS, type PushEvent, type RecordedPushEvent, type SubscriptionTexts } from './events.ts';

export interface PushSubscription {
  readonly id: string;
  readonly name: Sealed<SubscriptionTexts> | null;
}
/** In the order in which they were made. */
export type PushSubscriptions = readonly PushSubscription[];

export const MOST_SUBSCRIPTIONS = 10;

export type PushCommand =
  /** A subscription that exists is renamed. */
  | { readonly type: 'Subscribe'; readonly id: string; readonly name: string }
  | { readonly type: 'Unsubscribe'; readonly id: string; readonly how: Extract<PushEvent, { type: 'PushUnsubscribed' }>['data']['how'] };

const initial: PushSubscriptions = [];

function evolve(state: PushSubscriptions, event: RecordedPushEvent): PushSubscriptions {
  switch (event.type) {
    case 'PushSubscribed': {
      const subscription = { id: event.data.subscription_id, name: event.private };
      const isKnown = state.some(({ id }) => id === subscription.id);
      return isKnown ? state.map((one) => (one.id === subscription.id ? subscription : one)) : [...state, subscription];
    }
    case 'PushUnsubscribed':
      return state.filter(({ id }) => id !== event.data.subscription_id);
    default:
      return state;
  }
}

/** Only the owner is told that a subscription does not exist. For the program it is enough that it has ended. */
function decide(command: PushCommand, state: PushSubscriptions): readonly Decided<PushEvent>[] {
  const found = state.find(({ id }) => id === command.id);
  if (command.type === 'Unsubscribe') {
    if (found) return [{ type: 'PushUnsubscribed', data: { subscription_id: found.id, name: found.name, how: command.how } }];
    if (command.how === 'owner') throw new RuleViolation('not_found', 'There is no such subscription.');
    return [];
  }
  if (!found && state.length >= MOST_SUBSCRIPTIONS)
    throw new RuleViolation(
      'limit_reached',
      `You get pushes in ${MOST_SUBSCRIPTIONS} browsers, which is as many as an account can have. Remove one, then try again.`,
    );
  return [{ type: 'PushSubscribed', data: { subscription_id: command.id }, private: { name: command.name } }];
}

export const pushDecider: Decider<PushSubscriptions, PushCommand, PushEvent> = { events: PUSH_EVENTS, initial, evolve, decide };
