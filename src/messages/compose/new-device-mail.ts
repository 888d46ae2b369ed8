import { account } from '../../projections/account/accounts.ts';
import { fullInstant } from '../../reports/model/dates.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { Compose } from './composed.ts';

/** Tells the owner that somebody signed in to the account in a new browser. It cannot say which: nothing of it is kept. */
export const newDeviceMail: Compose = async ({ app, origin }, _id, { to, user_id, requested_at }) => {
  const [opened, owner] = await Promise.all([to === null ? null : app.opener.open(user_id, to), account(app.views, user_id)]);
  if (opened === null || owner === null) return null;
  const [address, name] = [String(opened.to), String(opened.name ?? '')];
  const mail = renderSheetMail({
    subject: 'Your account was opened in a new browser',
    blocks: [
      { heading: 'Somebody signed in to your account in a new browser' },
      {
        text: `It was on ${fullInstant(requested_at, owner.doc.timezone)}, in a browser in which nobody had signed in to your account before.`,
      },
      {
        text: 'If it was you, on a new device, in another browser, or after you cleared its cookies, there is nothing to do. If it was not you, somebody knows your password: set a new one now. That ends every session, theirs too.',
      },
      { button: { label: 'Set a new password', url: `${origin()}/auth/forgot` } },
      { small: 'The history of your account lists every sign-in. A browser is told of once.' },
    ],
    why: `You get this because ${address} belongs to an account at Vouch, and this is about its safety.`,
    links: [],
  });
  return { ...mail, to: { address, name } };
};
