import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { createLookup } from './account-lookup.ts';

/** How long the program tries to send such a mail, in milliseconds. */
const LIFETIME = 3 * DAY_MS;

export interface SafetyMail {
  readonly kind: 'refused_sign_ins' | 'new_device';
  /** The id of the delivery. Repeating a request with the same id sends one mail. */
  readonly id: string;
  /** When the event happened that the mail is about; left out: now. */
  readonly at?: string;
}

/**
 * Requests a mail that tells the owner about the event. The caller holds the account's lock. Returns the position of the request; null: it
 * was requested before, or the account was deleted.
 */
export async function requestSafetyMail(app: App, owner: string, { kind, id, at }: SafetyMail, event: Recorded): Promise<Position | null> {
  const { load, identity } = createLookup(app);
  const account = await load(owner);
  if (account.status !== 'confirmed') return null;
  const { email: to, name } = await identity(owner, account);
  const data = { channel: 'mail', kind, user_id: owner, expires_at: later(app.clock.now(), LIFETIME) } as const;
  const context = { owner, actor: SYSTEM, correlationId: event.metadata.correlation_id, causationId: event.id };
  return requestDelivery(app, id, { data, private: { to, name }, ...(at !== undefined && { at }) }, context);
}
