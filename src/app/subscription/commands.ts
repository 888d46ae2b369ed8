import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { type Context, type Handled, handle } from '../../domain/kernel/handle.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import { type SubscriptionCommand, subscriptionDecider } from '../../domain/subscription/decide.ts';
import { subscriptionStream } from '../../domain/subscription/events.ts';
import type { SubscriptionState } from '../../domain/subscription/state.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';

export interface Changed {
  readonly position: Position | null;
}

export const loadSubscription = ({ store }: Pick<App, 'store'>, owner: string): Promise<SubscriptionState> =>
  readState(store, subscriptionDecider, subscriptionStream(owner));

export const sendSubscription = (app: App, caller: Caller, command: SubscriptionCommand): Promise<Handled<SubscriptionState>> =>
  handle(app, subscriptionDecider, subscriptionStream(caller.owner), command, contextOf(caller));

/**
 * Runs work on the subscription of one account one piece after the other. So reads at the provider are recorded in the order in which they
 * were made, and two clicks at once make one request to the provider.
 */
export const withSubscriptionLock = <T>(app: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'subscription');

/** The program as the caller, when it works on a subscription without the owner. */
export const bySystem = (owner: string, correlationId: string): Caller & Context => ({
  owner,
  actor: SYSTEM,
  correlationId,
  causationId: null,
});
