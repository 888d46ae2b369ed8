import type { Waiting } from '../../app/delivery/attempts.ts';
import { fullDate } from '../../contracts/words/format.ts';
import { account } from '../../projections/account/accounts.ts';
import { MANY_REFUSALS, MOST_COUNTED, type RefusedSignInsDoc, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import { fullInstant } from '../../reports/model/dates.ts';
import { type Compose, type ComposePorts, recipientOf } from '../mail/mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';

/** Values that the wording of every such mail needs. */
interface Common {
  readonly address: string;
  /** The page on which the owner requests a new password. */
  readonly forgot: string;
}

/**
 * Composes mails that tell the owner what happened and let them set a new password. `file`: the template in the folder
 * of the module `of`. `read` gets the owner's zone and gives the values; null: there is nothing to say any more.
 */
function safetyMail<Values extends object>(
  of: string,
  file: string,
  read: (app: ComposePorts['app'], state: Waiting, zone: string) => Promise<Values | null>,
): Compose {
  const said = wording<Values & Common>(of, file, ['safety.hbs']);
  return async (ports, _id, state) => {
    const { app, origin } = ports;
    const [to, owner] = await Promise.all([recipientOf(ports, state), account(app.views, state.user_id)]);
    if (to === null || owner === null) return null;
    const values = await read(app, state, owner.doc.timezone);
    return values && { ...renderSheetMail(said({ ...values, address: to.address, forgot: `${origin()}/auth/forgot` })), to };
  };
}

/**
 * Tells the owner that somebody signed in to the account in a new browser. It does not name the browser, because the
 * program stores nothing about it.
 */
export const newDeviceMail = safetyMail(import.meta.url, 'new-device.hbs', async (_app, { requested_at }, zone) => ({
  when: fullInstant(requested_at, zone),
}));

/**
 * Tells the owner that somebody tried many wrong passwords on one day. It does not say who, because the program does
 * not know.
 */
export const refusedSignInsMail = safetyMail(import.meta.url, 'refused-sign-ins.hbs', async ({ views }, { user_id }, zone) => {
  const refused = await refusedSignInsOf(views, user_id);
  return refused && whenAndHowOften(refused.doc, zone);
});

/** Tells the owner when the account will be deleted. It is not sent if they have taken that back. */
export const scheduledDeletionMail = safetyMail(import.meta.url, 'deletion-scheduled.hbs', async ({ views }, { user_id }, zone) => {
  const found = await account(views, user_id);
  const at = found?.doc.deletion_at ?? null;
  return at === null ? null : { when: fullInstant(at, zone) };
});

/** The mail may be sent on a later day than the one it is about. Then only the date and a minimum count are known. */
function whenAndHowOften({ date, count, first_at, many_on }: RefusedSignInsDoc, zone: string) {
  if (count < MANY_REFUSALS) return { date: fullDate(many_on ?? date), least: MANY_REFUSALS };
  return { date: null, since: fullInstant(first_at, zone), times: count === MOST_COUNTED ? `at least ${MOST_COUNTED}` : count };
}
