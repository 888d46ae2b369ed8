import { account } from '../../projections/account/accounts.ts';
import { MANY_REFUSALS, MOST_COUNTED, type RefusedSignInsDoc, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import { day, fullDate, fullInstant } from '../../reports/model/dates.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { Compose } from './composed.ts';

/** Tells the owner that somebody tried many wrong passwords on one day. It names nobody: who it was is not known. */
export const refusedSignInsMail: Compose = async ({ app, origin }, _id, { to, user_id }) => {
  const [opened, owner, refused] = await Promise.all([
    to === null ? null : app.opener.open(user_id, to),
    account(app.views, user_id),
    refusedSignInsOf(app.views, user_id),
  ]);
  if (opened === null || owner === null || refused === null) return null;
  const [address, name] = [String(opened.to), String(opened.name ?? '')];
  const mail = renderSheetMail({
    subject: 'Somebody tried to sign in to your account',
    blocks: [
      { heading: 'Somebody tried to sign in to your account' },
      { text: `${whatHappened(refused.doc, owner.doc.timezone)} Each of these tries was refused, and nobody got in by any of them.` },
      {
        text: 'If it was you, set a new password in case you have forgotten yours. If it was not you, your account is closed to whoever tried. A new password is wise all the same if yours is easy to guess, or if you use it anywhere else.',
      },
      { button: { label: 'Set a new password', url: `${origin()}/auth/forgot` } },
      { small: 'The history of your account lists every try. A mail like this one comes at most once a day.' },
    ],
    why: `You get this because ${address} belongs to an account at Vouch, and this is about its safety.`,
    links: [],
  });
  return { ...mail, to: { address, name } };
};

/** When, and how often. The mail may be sent on a later day than it is about: then only the day and the least number are known. */
function whatHappened({ date, count, first_at, many_on }: RefusedSignInsDoc, zone: string): string {
  if (count < MANY_REFUSALS) return `On ${fullDate(day(many_on ?? date))} a wrong password was tried at least ${MANY_REFUSALS} times.`;
  const times = count === MOST_COUNTED ? `at least ${MOST_COUNTED}` : count;
  return `Since ${fullInstant(first_at, zone)} a wrong password has been tried ${times} times.`;
}
