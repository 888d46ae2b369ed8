import type { Partner } from '../../../web/api/partners.ts';

/** A partner who has accepted, with what the test cares about. */
export const aPartner = (own: Partial<Partner> = {}): Partner => ({
  id: 'p1',
  name: 'Søren',
  email: 'soren@example.org',
  whatsapp: '',
  status: 'accepted',
  detail: 'titles',
  role: 'first',
  invitedAt: '2026-11-02T08:00:00Z',
  acceptedAt: '2026-11-02T09:00:00Z',
  endedAt: null,
  ...own,
});
