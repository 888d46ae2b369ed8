import { notifyPartner } from '../app/partner/partner-notices.ts';
import { PARTNER_EVENTS } from '../domain/partner/events.ts';
import { partnerRoutes } from '../http/routes/partner/routes.ts';
import { dueKind } from '../jobs/work.ts';
import { partnerDigest } from '../messages/partner-messages/digest.ts';
import { partnerEscalation } from '../messages/partner-messages/escalation.ts';
import { partnerFarewell } from '../messages/partner-messages/farewell.ts';
import { partnerInvitation } from '../messages/partner-messages/invitation.ts';
import { partnerNotice } from '../messages/partner-messages/notice.ts';
import { partnerProgress } from '../messages/partner-messages/summary.ts';
import { wordsOfPartnerMail } from '../messages/partner-words/words.ts';
import { ownerMail, partnerMessage } from '../messages/sending/message-kind.ts';
import { notices } from '../projections/partner/notices.ts';
import { partners } from '../projections/partner/partners.ts';
import { partnerHearsOfChanges } from '../reactors/partner.ts';
import { partnersPart } from '../reports/bundle/account.ts';
import type { Feature } from './feature.ts';

/** The accountability partner: invitations, answers and notices. */
export const partner: Feature = {
  name: 'partner',
  events: PARTNER_EVENTS,
  projections: [notices, partners],
  // The settings contain the partner of the form.
  live: { partner: [partners], settings: [partners] },
  dueWork: [
    // Notifications that a partner must get; `id` is the owner.
    dueKind({
      kind: 'notice',
      order: 60,
      projection: notices,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ app }, { owner }) => notifyPartner(app, owner),
    }),
  ],
  reactors: [partnerHearsOfChanges],
  routes: partnerRoutes,
  messages: [
    partnerMessage(partnerInvitation),
    partnerMessage(partnerNotice),
    partnerMessage(partnerEscalation),
    partnerMessage(partnerProgress),
    partnerMessage(partnerDigest),
    partnerMessage(partnerFarewell),
    ownerMail('words_of_partner', wordsOfPartnerMail),
  ],
  bundleParts: [partnersPart],
};
