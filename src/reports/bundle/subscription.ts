import { presentStatus } from '../../presenters/subscription.ts';
import { subscriptionOf } from '../../projections/subscription.ts';
import { type BundlePart, jsonFile } from './part.ts';

/** The plan as it stands. What led to it is among the events. */
export const subscriptionPart: BundlePart = {
  path: 'plan.json',
  about: ['Your plan, your trial, and the number under which the payment provider knows you.'],
  files: async ({ app, owner }) => [
    jsonFile('plan.json', async () => {
      const doc = await subscriptionOf(app.views, owner);
      const status = presentStatus(doc, app.clock.now());
      return { ...status, customer: doc?.customer ?? null };
    }),
  ],
};
