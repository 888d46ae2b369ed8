import type { Partner } from '../contracts/partner.ts';
import { partnerKeyOwner } from '../domain/partner/events.ts';
import type { Stored } from '../ports/documents.ts';
import type { Opener } from '../ports/secrets.ts';
import type { PartnerDoc } from '../projections/partner/partners.ts';

/** A partner as the API gives it. The texts are empty if the partner's key was destroyed. */
export async function presentPartner(opener: Opener, { id, doc }: Stored<PartnerDoc>): Promise<Partner> {
  const person = await opener.open(partnerKeyOwner(id), doc.person);
  const { name = '', email = '', whatsapp = '' } = person ?? {};
  const { status, detail, role, invited_at, accepted_at, ended_at } = doc;
  return {
    id,
    name,
    email,
    whatsapp,
    status,
    detail,
    role,
    invited_at,
    accepted_at,
    ended_at,
  };
}
