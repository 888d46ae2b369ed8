import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { type Context, type Handled, handle } from '../../domain/kernel/handle.ts';
import { readState } from '../../domain/kernel/read-stream.ts';
import { type SubscriptionCommand, subscriptionDecider } from '../../domain/subscription/decide.ts';
import { subscriptionStream } from '../../domain/subscription/events.ts';
import type { SubscriptionState } from '../../domain/subscription/state.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';

/** What a change of a subscription wrote last; null: nothing. */
export interface Changed {
  readonly position: Position | null;
}

export const loadSubscription = ({ store }: Pick<App, 'store'>, owner: string): Promise<SubscriptionState> =>
  readState(store, subscriptionDecider, subscriptionStream(owner));

export const sendSubscription = (app: App, caller: Caller, command: SubscriptionCommand): Promise<Handled<SubscriptionState>> =>
  handle(app, subscriptionDecider, subscriptionStream(caller.owner), command, contextOf(caller));

/**
 * Runs works on the subscription of one account one after the other. So what is read at the provider is recorded in the order in
 * which it was read, and two presses at once ask the provider for one thing.
 */
export const withSubscriptionLock = <T>(app: Pick<App, 'store' | 'shared'>, owner: string, work: () => Promise<T>): Promise<T> =>
  withOwnerLock(app, owner, work, 'subscription');

/** The program, which works on an owner's subscription by itself. */
export const bySystem = (owner: string, correlationId: string): Caller & Context => ({
  owner,
  actor: SYSTEM,
  correlationId,
  causationId: null,
});
