import { MANY_REFUSALS, MOST_COUNTED, type RefusedSignInsDoc, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import { day, fullDate, fullInstant } from '../../reports/model/dates.ts';
import { safetyMail } from './safety-mail.ts';

/** Tells the owner that somebody tried many wrong passwords on one day. It names nobody: who it was is not known. */
export const refusedSignInsMail = safetyMail(import.meta.url, 'refused-sign-ins.hbs', async ({ views }, { user_id }, zone) => {
  const refused = await refusedSignInsOf(views, user_id);
  return refused && whenAndHowOften(refused.doc, zone);
});

/** The mail may be sent on a later day than it is about: then only the day and the least number are known. */
function whenAndHowOften({ date, count, first_at, many_on }: RefusedSignInsDoc, zone: string) {
  if (count < MANY_REFUSALS) return { date: fullDate(day(many_on ?? date)), least: MANY_REFUSALS };
  return { date: null, since: fullInstant(first_at, zone), times: count === MOST_COUNTED ? `at least ${MOST_COUNTED}` : count };
}
