import type { PartnerRole } from '../../domain/partner/events.ts';
import { roleOf } from '../../domain/partner/rules.ts';
import { hearsOfWords, ownerWithAddress, ownerWords, whatForWords } from '../partner/words.ts';
import { type MessageParties, type PartnerMessage, type PartnerMessageKind, partnerWording } from './message.ts';

/** Texts that the page behind the link shows, too. */
interface Invitation {
  readonly what_for: string;
  readonly hears_of: string;
}
const said = partnerWording<Invitation>('invitation.hbs');

/** The message that asks somebody to become the owner's partner. */
export const invitationMessage = (parties: MessageParties, role: PartnerRole): PartnerMessage =>
  said(parties, { what_for: whatForWords(ownerWithAddress(parties), role), hears_of: hearsOfWords(ownerWords(parties), role) });

/** Asks the person whom the owner named to become their partner. */
export const partnerInvitation: PartnerMessageKind = {
  kind: 'partner_invitation',
  goesTo: 'unanswered',
  placed: () => 'invitation',
  compose: async (_app, _about, { state }, parties) => invitationMessage(parties, roleOf(state)),
};
