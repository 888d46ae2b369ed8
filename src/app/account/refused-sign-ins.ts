import { v5 } from 'uuid';
import { SessionRefused } from '../../domain/account/session-events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { refusalDate, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/request-delivery.ts';
import { withAccountLock } from './account-lock.ts';
import { createLookup } from './account-lookup.ts';

const WARNINGS = '5b9e7a40-2c63-5d18-8f4e-91c07d6ab3e2';
/** How long the mail is tried, in milliseconds. */
const LIFETIME = 3 * DAY_MS;

/**
 * Asks for the mail that tells the owner of refused sign-ins, if this one's day has had many. The mail's id is made from the
 * owner and the UTC date, so that there is one a day. Gives the position of the request; null: none is needed, it was
 * asked for already, or the account was deleted.
 */
export async function warnOfRefusedSignIns(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at, correlation_id: correlationId } = event.metadata;
  if (!isEvent(event, SessionRefused) || owner === null) return null;
  const date = refusalDate(at);
  if ((await refusedSignInsOf(app.views, owner))?.doc.many_on !== date) return null;
  const { load, identity } = createLookup(app);
  return withAccountLock(app, owner, async () => {
    const account = await load(owner);
    if (account.status !== 'confirmed') return null;
    const { email: to, name } = await identity(owner, account);
    const data = { channel: 'mail', kind: 'refused_sign_ins', user_id: owner, expires_at: later(app.clock.now(), LIFETIME) } as const;
    const context = { owner, actor: SYSTEM, correlationId, causationId: event.id };
    return requestDelivery(app, v5(`${owner} ${date}`, WARNINGS), { data, private: { to, name } }, context);
  });
}
