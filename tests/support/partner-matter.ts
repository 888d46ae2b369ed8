import type { PartnerMatter } from '../../src/domain/partner/events.ts';

export const PERSON = { name: 'Søren', email: 'soren@example.org', whatsapp: '' };

/** What an event says of a partner who is reached by mail. */
export const matter = (more: Partial<PartnerMatter> = {}): PartnerMatter => ({
  user_id: 'u',
  address_key: 'mail-1',
  whatsapp_key: null,
  has_whatsapp: false,
  detail: 'titles',
  ...more,
});
