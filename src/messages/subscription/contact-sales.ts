import { ownerSeen } from '../../app/partner/partner-summary.ts';
import { planOf } from '../../contracts/plan.ts';
import { ownerWithAddress } from '../../contracts/words/naming.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { SalesContacted, salesStream } from '../../domain/subscription/sales-events.ts';
import { type Compose, recipientOf } from '../mail/mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';

interface ContactSales {
  /** Their requests come first. */
  readonly premium: boolean;
  /** The lines of the message. */
  readonly lines: readonly string[];
  readonly who: string;
  readonly plan: string;
  /** Empty: they named none. */
  readonly company: string;
  readonly seats: string | null;
}

const said = wording<ContactSales>(import.meta.url, 'contact-sales.hbs');

/** A message of a person to the operator. Answers go to the person. */
export const salesMail: Compose = async (ports, id, state) => {
  const { app } = ports;
  const { user_id } = state;
  const [contacted] = await app.store.readStream(salesStream(id), 0, 1);
  const [to, who] = await Promise.all([recipientOf(ports, state), ownerSeen(app, user_id)]);
  if (contacted === undefined || !isEvent(contacted, SalesContacted)) return null;
  const texts = await app.opener.open(user_id, contacted.private);
  if (!to || !texts || who === null) return null;
  const { plan, premium } = await app.plans.of(user_id);
  const { seats } = contacted.data;
  const mail = said({
    premium,
    lines: texts.message.split('\n').filter((line) => line.trim() !== ''),
    who: ownerWithAddress({ owner: who.name, ownerAddress: who.address }),
    plan: planOf(plan).name,
    company: texts.company,
    seats: seats === null ? null : String(seats),
  });
  return { ...renderSheetMail(mail), to: { address: to.address, name: '' }, headers: { 'reply-to': who.address } };
};
