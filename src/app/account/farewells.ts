import type { DeletedAccount } from '../../domain/account/state.ts';
import { deliveryStream } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { readEvents } from '../../domain/kernel/read-stream.ts';
import { partnerDecider } from '../../domain/partner/decide.ts';
import { PartnerRemoved, partnerStream } from '../../domain/partner/events.ts';
import { deliveriesOf } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import { userCaller } from '../caller.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { afterPartner } from '../partner/partner-reactions.ts';
import { recordsOf, sendToPartner } from '../partner/partner-record.ts';

const LIFETIME = DAY_MS;

/**
 * The name of a farewell's key. The farewell has its own key, so that the account's key can be destroyed before the farewell is sent. The
 * name does not contain the id of a person.
 */
export const farewellKeyOwner = (owner: string): string => `farewell:${idOf(owner)}`;

const idOf = (owner: string): string => derivedId('farewell', owner);

/** Requests, once, the mail that tells the owner that the account is deleted. This happens while the address can still be read. */
export async function farewellToOwner(app: App, owner: string, left: DeletedAccount): Promise<void> {
  const id = idOf(owner);
  const email = left.email === null ? null : await app.opener.open(owner, left.email);
  if (email === null || (await app.store.readStream(deliveryStream(id), 0, 1)).length > 0) return;
  const name = left.full_name === null ? null : await app.opener.open(owner, left.full_name);
  const key = farewellKeyOwner(owner);
  await app.keys.createKey(key);
  const data = { channel: 'mail', kind: 'account_farewell', user_id: key, expires_at: later(app.clock.now(), LIFETIME) } as const;
  const to = { to: String(email.email), name: String(name?.full_name ?? '') };
  const context = { owner: key, actor: SYSTEM, correlationId: left.correlation_id, causationId: null };
  await requestDelivery(app, id, { data, private: to }, context);
}

/**
 * Removes the owner's partners like the owner would: partners who had accepted get a farewell, and unsent messages to them are cancelled.
 */
export async function farewellToPartners(app: App, owner: string, correlationId: string): Promise<void> {
  for (const { id, state } of (await recordsOf(app, owner)).records) {
    if (state.status === 'invited' || state.status === 'accepted')
      await sendToPartner(app, userCaller(owner, correlationId), id, { type: 'Remove', if_match: null });
    const only = (event: Recorded): boolean => isEvent(event, PartnerRemoved);
    const removed = (await readEvents(app.store, partnerDecider, partnerStream(id), { only })).at(-1);
    if (removed) await afterPartner(app, removed);
  }
}

const MANY = 200;

/** Whether more than `but` unsent messages are sealed under this key. */
export async function hasWaiting(app: App, key: string, but = 0): Promise<boolean> {
  const { items } = await deliveriesOf(app.views, key, { limit: MANY });
  return items.filter(({ doc }) => doc.status === 'waiting').length > but;
}
