import { PAGE_LINK_DAYS } from '../../contracts/words/invitation.ts';
import { deliveryDecider } from '../../domain/delivery/decide.ts';
import {
  type CancelReason,
  type DeliveryEvent,
  deliveryStream,
  type PartnerKind,
  type PartnerTopic,
  type ProofTopic,
  type ToPartner,
} from '../../domain/delivery/events.ts';
import type { Requested } from '../../domain/delivery/state.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import { type PartnerChannel, type Person, partnerKeyOwner } from '../../domain/partner/events.ts';
import { keyFor, type PartnerRecord } from '../../domain/partner/state.ts';
import type { KeyedHashes } from '../../ports/secrets.ts';
import { deliveriesOf } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { deliveryOfToken, deliveryToken } from '../delivery/link-tokens.ts';
import { requestDelivery } from '../delivery/requests.ts';
import { latest } from '../task/task-send.ts';

/** `page` opens the partner's page; `stop` can only unsubscribe. */
export type LinkUse = 'page' | 'stop';

/** How long links work after the message was requested. The unsubscribe link works longer, so that it still works in an old message. */
const LIFETIME: Readonly<Record<LinkUse, number>> = { page: PAGE_LINK_DAYS * DAY_MS, stop: 400 * DAY_MS };

const linkUse = (use: LinkUse) => ({ purpose: 'partner link', use });

export const partnerToken = (hashes: KeyedHashes, use: LinkUse, id: string): string => deliveryToken(hashes, linkUse(use), id);

export const linkEnds = (use: LinkUse, requestedAt: string): string => later(requestedAt, LIFETIME[use]);

export interface PartnerLink {
  readonly id: string;
  readonly message: Requested & { readonly kind: PartnerKind; readonly channel: PartnerChannel; readonly partner: ToPartner };
}

/** The message and partner of a token. Null: it is invented or expired. */
export async function partnerLink(app: Pick<App, 'hashes' | 'store' | 'clock'>, use: LinkUse, token: string): Promise<PartnerLink | null> {
  const id = deliveryOfToken(app.hashes, linkUse(use), token);
  if (id === null) return null;
  const state = await readState(app.store, deliveryDecider, deliveryStream(id));
  if (state.status === 'none' || state.partner === null || linkEnds(use, state.requested_at) <= app.clock.now()) return null;
  // A message that has a partner is of a kind for partners.
  return { id, message: state as PartnerLink['message'] };
}

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
  const opened = await app.opener.open(partnerKeyOwner(id), state.person);
  return opened && { name: opened.name, email: opened.email, whatsapp: opened.whatsapp };
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
