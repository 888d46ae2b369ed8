import type { App } from '../app/app.ts';
import { afterPartner } from '../app/partner/partner-reactions.ts';
import type { PartnerEvent } from '../domain/partner/events.ts';
import { NEWEST } from './beginnings.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = [
  'PartnerInvited',
  'PartnerChanged',
  'PartnerAccepted',
  'PartnerDeclined',
  'PartnerUnsubscribed',
  'PartnerRemoved',
  'SummaryAsked',
] as const satisfies readonly PartnerEvent['type'][];

/** Requests messages to the partner after a change of the partner's record, and cancels waiting ones. */
export const partnerHearsOfChanges: Reactor<App> = {
  name: 'partner-hears-of-changes',
  from: NEWEST,
  events: EVENTS,
  async react(event, app) {
    // The read models with the waiting messages and the content of a summary may be behind the log.
    await app.waitForReadModels(event.position);
    return afterPartner(app, event);
  },
};
