import { presentPartner } from '../../presenters/partner.ts';
import { partnersOf } from '../../projections/partner/partners.ts';
import { type BundlePart, jsonFile } from './part.ts';

export const partnersPart: BundlePart = {
  path: 'partners.json',
  about: ['The partners whom you named, newest first, and what became of their invitations.'],
  files: async ({ app: { opener, views }, owner }) => [
    jsonFile('partners.json', async () => {
      const found = await partnersOf(views, owner);
      return Promise.all(found.map((one) => presentPartner(opener, one)));
    }),
  ],
};
