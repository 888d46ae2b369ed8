import { planOf } from '../../contracts/plan.ts';
import { longDate, weekdayName } from '../../contracts/words/format.ts';
import { localDate } from '../../domain/calendar/local.ts';
import { account } from '../../projections/account/accounts.ts';
import { subscriptionOf } from '../../projections/subscription.ts';
import { type ComposeOrNothing, recipientOf } from '../mail/mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';

interface PastDue {
  /** The name of the plan. */
  readonly plan: string;
  readonly until: string;
  readonly url: string;
  readonly address: string;
}

const said = wording<PastDue>(import.meta.url, 'past-due.hbs');

/** The mail about a payment that failed. If it was paid meanwhile, there is nothing to say. */
export const pastDueMail: ComposeOrNothing = async (ports, _id, state) => {
  const { app, origin } = ports;
  const [to, owner, subscription] = await Promise.all([
    recipientOf(ports, state),
    account(app.views, state.user_id),
    subscriptionOf(app.views, state.user_id),
  ]);
  if (to === null || owner === null) return null;
  const running = subscription?.running;
  if (!running || running.past_due_until === null) return 'nothing';
  const date = localDate(running.past_due_until, owner.doc.timezone);
  const until = `${weekdayName(date)}, ${longDate(date)}`;
  const url = `${origin()}/settings/subscription`;
  return { ...renderSheetMail(said({ plan: planOf(running.plan).name, until, url, address: to.address })), to };
};
