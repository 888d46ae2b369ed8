import { MANY_REFUSALS, MOST_COUNTED, type RefusedSignInsDoc, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import { day, fullDate, fullInstant } from '../../reports/model/dates.ts';
import { safetyMail } from './safety-mail.ts';

/** Tells the owner that somebody tried many wrong passwords on one day. It names nobody: who it was is not known. */
export const refusedSignInsMail = safetyMail(async ({ views }, { user_id }, zone) => {
  const refused = await refusedSignInsOf(views, user_id);
  return (
    refused && {
      subject: 'Somebody tried to sign in to your account',
      heading: 'Somebody tried to sign in to your account',
      texts: [
        `${whatHappened(refused.doc, zone)} Each of these tries was refused, and nobody got in by any of them.`,
        'If it was you, set a new password in case you have forgotten yours. If it was not you, your account is closed to whoever tried. A new password is wise all the same if yours is easy to guess, or if you use it anywhere else.',
      ],
      small: 'The history of your account lists every try. A mail like this one comes at most once a day.',
    }
  );
});

/** When, and how often. The mail may be sent on a later day than it is about: then only the day and the least number are known. */
function whatHappened({ date, count, first_at, many_on }: RefusedSignInsDoc, zone: string): string {
  if (count < MANY_REFUSALS) return `On ${fullDate(day(many_on ?? date))} a wrong password was tried at least ${MANY_REFUSALS} times.`;
  const times = count === MOST_COUNTED ? `at least ${MOST_COUNTED}` : count;
  return `Since ${fullInstant(first_at, zone)} a wrong password has been tried ${times} times.`;
}
