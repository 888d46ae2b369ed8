import { fullInstant } from '../../reports/model/dates.ts';
import { safetyMail } from './safety-mail.ts';

/** Tells the owner that somebody signed in to the account in a new browser. It cannot say which: nothing of it is kept. */
export const newDeviceMail = safetyMail(async (_app, { requested_at }, zone) => ({
  subject: 'Your account was opened in a new browser',
  heading: 'Somebody signed in to your account in a new browser',
  texts: [
    `It was on ${fullInstant(requested_at, zone)}, in a browser in which nobody had signed in to your account before.`,
    'If it was you, on a new device, in another browser, or after you cleared its cookies, there is nothing to do. If it was not you, somebody knows your password: set a new one now. That ends every session, theirs too.',
  ],
  small: 'The history of your account lists every sign-in. A browser is told of once.',
}));
