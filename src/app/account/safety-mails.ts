import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { createLookup } from './account-lookup.ts';

/** How long such a mail is tried, in milliseconds. */
const LIFETIME = 3 * DAY_MS;

/** A mail to the owner of an account about its safety. */
export interface SafetyMail {
  readonly kind: 'refused_sign_ins' | 'new_device';
  /** Of the delivery: a request with the same id is made once. */
  readonly id: string;
  /** When that happened of which it tells, where that is not now. */
  readonly at?: string;
}

/**
 * Asks for a mail that tells the owner of the event. The caller holds the account's lock. Gives the position of the request;
 * null: it was asked for already, or the account was deleted.
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
