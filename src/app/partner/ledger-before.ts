import type { Head } from '../../contracts/ledger/head.ts';
import type { Statement } from '../../contracts/ledger/papers/statement.ts';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import { type DeliveryEvent, deliveryStream } from '../../domain/delivery/events.ts';
import type { DeliveryState } from '../../domain/delivery/state.ts';
import { readEvents } from '../../domain/kernel/fold-stream.ts';
import { partnerKeyOwner } from '../../domain/partner/events.ts';
import { type DeliveryDoc, deliveriesOf } from '../../projections/delivery.ts';
import { consistencyPath } from '../../projections/ledger/tree.ts';
import type { App } from '../app.ts';
import { presentLedger } from '../ledger/heads.ts';
import type { Opened } from './partner-answers.ts';
import { SUMMARIES } from './partner-summary.ts';

/** How many of the newest messages to a partner are looked through. */
const MOST_MESSAGES = 200;

/**
 * What the partner was sent about the ledger before the message with this link: the head in the summary before, and the consistency path
 * from it to `head`. Null: there was none, or the ledger has succeeded that one.
 */
export async function ledgerBefore(app: App, { link, partner }: Opened, head: Head): Promise<Statement['since']> {
  const { items } = await deliveriesOf(app.views, partnerKeyOwner(partner.id), { limit: MOST_MESSAGES });
  for (const { id, doc } of items) {
    if (id === link.id || !isSentSummary(doc) || doc.requested_at >= link.message.requested_at) continue;
    const found = await headIn(app, partner.state.user_id, id);
    if (found !== 'none') return found === null || found.ledger !== head.ledger ? null : pathFrom(app, partner.state.user_id, found, head);
  }
  return null;
}

const isSentSummary = ({ kind, channel, status }: DeliveryDoc): boolean => SUMMARIES.has(kind) && channel === 'mail' && status === 'sent';

/** The head that a message carries. `none`: it carries none. Null: it is one of an earlier ledger of the account. */
async function headIn(app: App, owner: string, delivery: string): Promise<Head | 'none' | null> {
  const events = await readEvents<DeliveryState, DeliveryEvent>(app.store, deliveryDecider, deliveryStream(delivery));
  const sent = events.findLast(({ type }) => type === 'DeliverySent');
  if (sent?.type !== 'DeliverySent' || sent.data.head_size === undefined) return 'none';
  const found = await app.heads.headAt(owner, { number: (await presentLedger(app, owner)).number, size: sent.data.head_size });
  // A head of the same size that is younger than the message is one that the present ledger got later.
  return found !== null && found.at <= sent.metadata.at ? found : null;
}

async function pathFrom(app: App, owner: string, from: Head, to: Head): Promise<Statement['since']> {
  return { head: from, path: [...(await consistencyPath(app.views, owner, from.size, to.size))] };
}
