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

/** A change of a partner's record asks for messages to the partner, and stops those that wait. */
export const partnerHearsOfChanges: Reactor<App> = {
  name: 'partner-hears-of-changes',
  from: NEWEST,
  events: EVENTS,
  async react(event, app) {
    // Waiting messages and the content of a summary are found in read models, which can be behind the log.
    await app.waitForReadModels(event.position);
    return afterPartner(app, event);
  },
};
