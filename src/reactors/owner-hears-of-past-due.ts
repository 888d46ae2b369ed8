import type { App } from '../app/app.ts';
import { tellOfPastDue } from '../app/subscription/past-due-mail.ts';
import { SubscriptionPastDue } from '../domain/subscription/events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Tells the owner by one mail about a failed payment. */
export const ownerHearsOfPastDue: Reactor<App> = {
  name: 'owner-hears-of-past-due',
  from: 'now',
  events: [SubscriptionPastDue.type],
  react: (event, app) => tellOfPastDue(app, event),
};
