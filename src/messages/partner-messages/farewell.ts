import { type MessageParties, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';

const farewell = partnerWording('farewell.hbs');
const accountDeleted = partnerWording('account-deleted.hbs');

/** The last message, to a partner who was removed or whose address was replaced. */
export const farewellMessage = (parties: MessageParties): PartnerMessage => farewell(parties, {});

/** The last message, to the partner of an account that was deleted. It names nobody, because nothing about the owner is kept. */
export const accountDeletedMessage = (parties: MessageParties): PartnerMessage => accountDeleted(parties, {});

/** Says that the partnership is over. It is also sent after the owner's account was deleted, and names nobody then. */
export const partnerFarewell: PartnerMessageKind = {
  kind: 'partner_farewell',
  goesTo: 'anybody',
  compose: async (_app, _about, _partner, parties) => farewellMessage(parties),
  composeUnnamed: accountDeletedMessage,
};
