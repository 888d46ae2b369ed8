import { everyObject, inBody } from './public-names.ts';

export const DELETION_AT = {
  reason: 'A user says when the account is deleted (issue 26, part 6).',
  change: inBody(
    /^\/api\/auth\//,
    everyObject(
      (one) => 'email_confirmed_at' in one,
      (one) => ({ ...one, deletion_at: null }),
    ),
  ),
};
