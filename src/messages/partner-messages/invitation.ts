import { invitationWords, type PartnerRole } from '../../contracts/words/invitation.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import type { MessageParties, PartnerMessage, PartnerMessageKind } from './message.ts';

/** The message that asks somebody to become the owner's partner. */
export function invitationMessage(parties: MessageParties, role: PartnerRole): PartnerMessage {
  const { subject, button, stop, ...words } = invitationWords(parties, role);
  return {
    ...words,
    subject,
    heading: subject,
    rows: [],
    summary: null,
    more: [],
    pdf: null,
    button: { label: button, url: parties.page },
    stop: { label: stop, url: parties.stop },
  };
}

/** Asks the person whom the owner named to become their partner. */
export const partnerInvitation: PartnerMessageKind = {
  kind: 'partner_invitation',
  goesTo: 'unanswered',
  placed: () => 'invitation',
  compose: async (_app, _about, { state }, parties) => invitationMessage(parties, roleOf(state)),
};
