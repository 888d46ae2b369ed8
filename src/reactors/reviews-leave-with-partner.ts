import type { App } from '../app/app.ts';
import { passOnReviews } from '../app/proof/passing-on.ts';
import type { PartnerEvent } from '../domain/partner/events.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { Reactor } from './engine/reactor.ts';

const EVENTS = [
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
  events: EVENTS,
  async react(event, app) {
    // The read model with the reviews may be behind the log.
    await app.waitForReadModels(event.position);
    return passOnReviews(app, event);
  },
};
