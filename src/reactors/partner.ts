import type { App } from '../app/app.ts';
import { afterPartner } from '../app/partner/partner-reactions.ts';
import { passOnReviews } from '../app/proof/judges.ts';
import type { PartnerEvent } from '../domain/partner/events.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import { NEWEST, type Reactor } from './engine/reactor.ts';

const PARTNER_CHANGES = [
  'PartnerInvited',
  'PartnerChanged',
  'PartnerAccepted',
  'PartnerDeclined',
  'PartnerUnsubscribed',
  'PartnerRemoved',
  'SummaryAsked',
  'PartnerAsked',
  'PartnerPraised',
  'PartnerWrote',
] as const satisfies readonly PartnerEvent['type'][];

/** Requests messages to the partner after a change of the partner's record, and cancels waiting ones. */
export const partnerHearsOfChanges: Reactor<App> = {
  name: 'partner-hears-of-changes',
  from: NEWEST,
  events: PARTNER_CHANGES,
  async react(event, app) {
    // The read models with the waiting messages and the content of a summary may be behind the log.
    await app.waitForReadModels(event.position);
    return afterPartner(app, event);
  },
};

const JUDGE_CHANGES = [
  'PartnerInvited',
  'PartnerDeclined',
  'PartnerUnsubscribed',
  'PartnerRemoved',
  'ProofSubmitted',
  'ReviewPassedOn',
] as const satisfies readonly (PartnerEvent | TaskEvent)['type'][];

/** Gives a former partner's reviews to the next judge. */
export const reviewsLeaveWithPartner: Reactor<App> = {
  name: 'reviews-leave-with-partner',
  from: 'now',
  events: JUDGE_CHANGES,
  async react(event, app) {
    // The read model with the reviews may be behind the log.
    await app.waitForReadModels(event.position);
    return passOnReviews(app, event);
  },
};
