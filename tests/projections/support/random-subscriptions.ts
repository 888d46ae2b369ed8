import { SubscriptionChecked, subscriptionCheckStream } from '../../../src/domain/subscription/check-events.ts';
import { SUBSCRIPTION_EVENTS, subscriptionStream, TrialStarted } from '../../../src/domain/subscription/events.ts';
import type { World } from './world.ts';

/** Whatever can happen to the plan of an owner, in any order. Each owner has begun a trial. */
export function subscriptionActs(world: World, owner: string): readonly (() => unknown)[] {
  const write = (stream: string, { type, example }: (typeof SUBSCRIPTION_EVENTS)[number] | typeof SubscriptionChecked): void => {
    const { data, private: texts } = example;
    world.write(stream, owner, { type, data, ...(texts && { private: texts }) } as never);
  };
  const later = SUBSCRIPTION_EVENTS.filter(({ type }) => type !== TrialStarted.type);
  write(subscriptionStream(owner), TrialStarted);
  let checks = 0;
  return [
    ...later.map((definition) => () => write(subscriptionStream(owner), definition)),
    () => write(subscriptionCheckStream(owner, String(checks++)), SubscriptionChecked),
  ];
}
