import { planOf } from '../../contracts/plan.ts';
import { account } from '../../projections/account/accounts.ts';
import { subscriptionOf } from '../../projections/subscription/subscriptions.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { ComposeOrNothing } from './composed.ts';

/** The mail about a payment that failed. Where it was paid meanwhile, there is nothing to say. */
export const pastDueMail: ComposeOrNothing = async ({ app, origin }, _id, { to, user_id }) => {
  const [opened, owner, subscription] = await Promise.all([
    to === null ? null : app.opener.open(user_id, to),
    account(app.views, user_id),
    subscriptionOf(app.views, user_id),
  ]);
  if (opened === null || owner === null) return null;
  const running = subscription?.running;
  if (!running || running.past_due_until === null) return 'nothing';
  const [address, name, plan] = [String(opened.to), String(opened.name ?? ''), planOf(running.plan).name];
  const until = Temporal.Instant.from(running.past_due_until)
    .toZonedDateTimeISO(owner.doc.timezone)
    .toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const mail = renderSheetMail({
    subject: `Your payment for ${plan} failed`,
    blocks: [
      { heading: 'Your payment failed' },
      { text: `We could not collect the payment for ${plan}. You keep the plan until ${until}.` },
      { text: 'Update your card in the billing portal before then. Otherwise your account goes to Free, and nothing of yours is lost.' },
      { button: { label: 'Open your plan', url: `${origin()}/settings/subscription` } },
    ],
    why: `You get this because ${address} belongs to an account at Vouch with a plan that is paid for.`,
    links: [],
  });
  return { ...mail, to: { address, name } };
};
