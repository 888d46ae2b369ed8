import { PUSH_EVENTS } from '../domain/push/events.ts';
import { pushRoutes } from '../http/routes/push.ts';
import { PUSH_MESSAGES } from '../messages/push/push-message.ts';
import { pushSubscriptions } from '../projections/push.ts';
import { endedSubscriptionLosesTarget, ownerIsPushed } from '../reactors/push.ts';
import { pushPart } from '../reports/bundle/account.ts';
import type { Feature } from './feature.ts';

/** Messages that are pushed to browsers. */
export const push: Feature = {
  name: 'push',
  events: PUSH_EVENTS,
  projections: [pushSubscriptions],
  live: { settings: [pushSubscriptions] },
  reactors: [endedSubscriptionLosesTarget, ownerIsPushed],
  messages: PUSH_MESSAGES,
  bundleParts: [pushPart],
  routes: pushRoutes,
};
