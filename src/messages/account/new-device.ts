import { fullInstant } from '../../reports/model/dates.ts';
import { safetyMail } from './safety-mail.ts';

/** Tells the owner that somebody signed in to the account in a new browser. It cannot say which: nothing of it is kept. */
export const newDeviceMail = safetyMail(import.meta.url, 'new-device.hbs', async (_app, { requested_at }, zone) => ({
  when: fullInstant(requested_at, zone),
}));
