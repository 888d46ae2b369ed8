import { deliveryDecider } from '../../domain/delivery/decide.ts';
import type { PartnerKind, PartnerTopic, ProofTopic, ToPartner } from '../../domain/delivery/event-data.ts';
import { type CancelReason, type DeliveryEvent, deliveryStream } from '../../domain/delivery/events.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type PartnerChannel, type Person, partnerKeyOwner } from '../../domain/partner/events.ts';
import { keyFor, type PartnerRecord } from '../../domain/partner/state.ts';
import { deliveriesOf } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { latest } from '../task/task-send.ts';
import { linkEnds } from './partner-links.ts';

export interface Partner {
  readonly id: string;
  readonly state: PartnerRecord;
}

export interface PartnerMessage {
  readonly kind: PartnerKind;
  readonly channel: PartnerChannel;
  /** The message's id is made from this text, so that the same text requests only one message. */
  readonly once: string;
  readonly dates?: ToPartner['dates'];
  readonly tasks?: ToPartner['tasks'];
  readonly parts?: readonly PartnerTopic[];
  readonly proofs?: readonly ProofTopic[];
}

/** A notice without content is requested and cancelled at once, so that its day is no longer waiting. */
function cancelledAtOnce({ kind, channel, tasks }: PartnerMessage): readonly DeliveryEvent[] {
  if (kind !== 'partner_notice' || (tasks ?? []).length > 0) return [];
  return [{ type: 'DeliveryCancelled', data: { reason: 'nothing', kind, channel } }];
}

export async function personOf(app: Pick<App, 'opener'>, { id, state }: Partner): Promise<Person | null> {
  const opened = state.person === null ? null : await app.opener.open(partnerKeyOwner(id), state.person);
  return opened && { name: String(opened.name), email: String(opened.email), whatsapp: String(opened.whatsapp) };
}

/**
 * Requests a message to the partner and returns its position. Null: it was requested before, or the partner has no address on this channel.
 */
export async function requestMessage(app: App, partner: Partner, message: PartnerMessage, correlationId: string): Promise<Position | null> {
  const person = await personOf(app, partner);
  const key = keyFor(message.channel, partner.state);
  if (person === null || key === null) return null;
  const id = derivedId('partner_message', message.once);
  const { kind, channel, dates = [], tasks = [], parts = [], proofs } = message;
  const expires_at = kind === 'partner_invitation' ? linkEnds('page', app.clock.now()) : null;
  const about = { partner: { id: partner.id, key, dates, tasks, parts }, ...(proofs && { proofs }) };
  const data = { channel, kind, user_id: partner.state.user_id, expires_at, ...about };
  const context = { owner: partnerKeyOwner(partner.id), actor: SYSTEM, correlationId, causationId: null };
  const to = { to: channel === 'mail' ? person.email : person.whatsapp, name: person.name };
  return requestDelivery(app, id, { data, private: to }, context, cancelledAtOnce(message));
}

const MANY = 200;

/**
 * Cancels the partner's unsent messages that were requested before the instant, except farewells. The read model may not show a message
 * yet; such a message is cancelled just before it would be sent.
 */
export async function cancelWaiting(
  app: App,
  { id, state }: Partner,
  { reason, at }: { readonly reason: CancelReason; readonly at: string },
  correlationId: string,
): Promise<Position | null> {
  const { items } = await deliveriesOf(app.views, partnerKeyOwner(id), { limit: MANY });
  const waiting = items.filter(({ doc }) => doc.status === 'waiting' && doc.kind !== 'partner_farewell' && doc.requested_at < at);
  const context = { owner: state.user_id, actor: SYSTEM, correlationId, causationId: null };
  const handled = waiting.map((one) => handle(app, deliveryDecider, deliveryStream(one.id), { type: 'Cancel', reason }, context));
  return latest((await Promise.all(handled)).map(({ position }) => position));
}
