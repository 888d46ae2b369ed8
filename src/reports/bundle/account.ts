import { presentConnections } from '../../presenters/connection.ts';
import { presentPartner } from '../../presenters/partner.ts';
import { presentPushSubscription } from '../../presenters/push.ts';
import { readAllSettings } from '../../presenters/settings.ts';
import { presentStatus } from '../../presenters/subscription.ts';
import { connectionsOf } from '../../projections/connection.ts';
import { partnersOf } from '../../projections/partner/partners.ts';
import { pushSubscriptionsOf } from '../../projections/push.ts';
import { subscriptionOf } from '../../projections/subscription.ts';
import { type BundlePart, jsonFile } from './part.ts';

export const connectionsPart: BundlePart = {
  path: 'connected.json',
  about: ['What you have connected: your ids at Google and GitHub, and what they allowed.'],
  files: async ({ app: { opener, views }, owner }) => [
    jsonFile('connected.json', async () => presentConnections(opener, owner, await connectionsOf(views, owner))),
  ],
};

export const partnersPart: BundlePart = {
  path: 'partners.json',
  about: ['The partners whom you named, newest first, and what became of their invitations.'],
  files: async ({ app: { opener, views }, owner }) => [
    jsonFile('partners.json', async () => {
      const found = await partnersOf(views, owner);
      return Promise.all(found.map((one) => presentPartner(opener, one)));
    }),
  ],
};

/** Their endpoints and keys are secrets of the browsers, and stay out of it. */
export const pushPart: BundlePart = {
  path: 'push.json',
  about: ['The browsers to which messages are pushed to you.'],
  files: async ({ app: { opener, views }, owner }) => [
    jsonFile('push.json', async () => {
      const found = await pushSubscriptionsOf(views, owner);
      return Promise.all(found.map((one) => presentPushSubscription(opener, one)));
    }),
  ],
};

export const settingsPart: BundlePart = {
  path: 'settings.json',
  about: ['Your profile and all your settings, your accountability partner among them.'],
  files: async ({ app, owner }) => [jsonFile('settings.json', () => readAllSettings(app, owner))],
};

/** The present plan. Its history is among the events. */
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
