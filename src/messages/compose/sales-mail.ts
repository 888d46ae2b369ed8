import { ownerSeen } from '../../app/partner/partner-summary.ts';
import { planOf } from '../../contracts/plan.ts';
import type { RecordedOf } from '../../domain/kernel/event.ts';
import { type SalesContacted, salesStream } from '../../domain/subscription/sales-events.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { ownerWithAddress } from '../partner/words.ts';
import type { Compose } from './composed.ts';

/** What Pro's requests to the operator begin with. */
const PRIORITY = 'Priority Support';

/** A message of a person to the operator. Answers go to the person. */
export const salesMail: Compose = async ({ app }, id, { to, user_id }) => {
  const [contacted] = (await app.store.readStream(salesStream(id), 0, 1)) as readonly RecordedOf<SalesContacted>[];
  const [opened, who] = await Promise.all([to === null ? null : app.opener.open(user_id, to), ownerSeen(app, user_id)]);
  const texts = contacted?.private ? await app.opener.open(user_id, contacted.private) : null;
  if (!contacted || !opened || !texts || who === null) return null;
  const { plan, premium } = await app.plans.of(user_id);
  const { address } = who;
  const company = String(texts.company);
  const { seats } = contacted.data;
  const facts = [
    `From ${ownerWithAddress({ owner: who.name, ownerAddress: address })}, on the plan ${planOf(plan).name}.`,
    ...(company === '' ? [] : [`Company: ${company}.`]),
    ...(seats === null ? [] : [`Seats: ${seats}.`]),
  ];
  const lines = String(texts.message)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const mail = renderSheetMail({
    subject: `${premium ? `${PRIORITY}: ` : ''}Somebody needs something custom`,
    blocks: [{ heading: 'Need Something Custom?' }, ...lines.map((text) => ({ text })), { small: facts.join(' ') }],
    why: 'You get this because you operate this Vouch. An answer to this mail goes to the person who wrote.',
    links: [],
  });
  return { ...mail, to: { address: String(opened.to), name: '' }, headers: { 'reply-to': address } };
};
