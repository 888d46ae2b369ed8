import type { App } from '../app/app.ts';
import { tellOfEvening } from '../app/push/evening.ts';
import { PUSHED_EVENTS, requestPushes } from '../app/push/requests.ts';
import { removeEndedTarget } from '../app/push/subscriptions.ts';
import { PushUnsubscribed } from '../domain/push/events.ts';
import { EveningCame } from '../domain/reminders/evening-events.ts';
import type { Reactor } from './engine/reactor.ts';

/** Makes sure that nothing is pushed to an ended subscription, even if the program stopped between the event and the change of the vault. */
export const endedSubscriptionLosesTarget: Reactor<App> = {
  name: 'ended-subscription-loses-target',
  from: 'start',
  events: [PushUnsubscribed.type],
  async react(event, app) {
    await removeEndedTarget(app, event);
    return null;
  },
};

/** Requests the pushes about a reminder, an alert or a verdict. */
export const ownerIsPushed: Reactor<App> = {
  name: 'owner-is-pushed',
  from: 'now',
  events: PUSHED_EVENTS,
  react: (event, app) => requestPushes(app, event),
};

/** Tells the owner in the evening what is still open, by push or by mail. */
export const eveningIsTold: Reactor<App> = {
  name: 'evening-is-told',
  from: 'now',
  events: [EveningCame.type],
  react: (event, app) => tellOfEvening(app, event),
};
