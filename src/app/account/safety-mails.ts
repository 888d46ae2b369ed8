import { SessionRefused, SessionStarted } from '../../domain/account/sign-in-events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, type Recorded, SYSTEM } from '../../domain/kernel/event.ts';
import { refusalDate, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import { deliveriesOf } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { requestDelivery } from '../delivery/requests.ts';
import { createLookup, withAccountLock } from './account-lookup.ts';

/** How long the program tries to send such a mail, in milliseconds. */
const LIFETIME = 3 * DAY_MS;

export interface SafetyMail {
  readonly kind: 'refused_sign_ins' | 'new_device' | 'deletion_scheduled';
  /** The id of the delivery. Repeating a request with the same id sends one mail. */
  readonly id: string;
  /** When the event happened that the mail is about; left out: now. */
  readonly at?: string;
}

/**
 * Requests a mail that tells the owner about the event. The caller holds the account's lock. Returns the position of the request; null: it
 * was requested before, or the account was deleted.
 */
async function requestSafetyMail(app: App, owner: string, { kind, id, at }: SafetyMail, event: Recorded): Promise<Position | null> {
  const { load, identity } = createLookup(app);
  const account = await load(owner);
  if (account.status !== 'confirmed') return null;
  const { email: to, name } = await identity(owner, account);
  const data = { channel: 'mail', kind, user_id: owner, expires_at: later(app.clock.now(), LIFETIME) } as const;
  const context = { owner, actor: SYSTEM, correlationId: event.metadata.correlation_id, causationId: event.id };
  return requestDelivery(app, id, { data, private: { to, name }, ...(at !== undefined && { at }) }, context);
}

/** Requests the mail that tells the owner on which day the account will be deleted. */
export async function tellOfScheduledDeletion(app: App, event: Recorded): Promise<Position | null> {
  const { owner } = event.metadata;
  if (owner === null) return null;
  const mail = { kind: 'deletion_scheduled', id: derivedId('deletion_mail', event.id) } as const;
  return withAccountLock(app, owner, () => requestSafetyMail(app, owner, mail, event));
}

/** A program without cookies looks like a new browser at each sign-in. Without this limit the owner would get a mail for each of them. */
const MOST_A_DAY = 10;
/** How many of the owner's newest deliveries are read to count those of the last day. */
const LOOKED_AT = 100;

/**
 * Requests the mail that tells the owner about a sign-in from a new browser. The mail's id is made from the session. Returns the position
 * of the request; null: the browser is known, the owner has had enough of these mails on this day, the mail was requested before, or the
 * account was deleted.
 */
export async function tellOfNewDevice(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (!isEvent(event, SessionStarted) || owner === null || !event.data.new_device) return null;
  return withAccountLock(app, owner, async () => {
    if (await wasToldOften(app, owner, at)) return null;
    // The mail names the time of the sign-in, even if the request is made much later.
    const position = await requestSafetyMail(app, owner, { kind: 'new_device', id: derivedId('new_device_mail', event.stream), at }, event);
    // The next sign-in has to count this mail.
    if (position !== null) await app.waitForReadModels(position);
    return position;
  });
}

async function wasToldOften(app: App, owner: string, at: string): Promise<boolean> {
  const { items } = await deliveriesOf(app.views, owner, { limit: LOOKED_AT });
  const since = later(at, -DAY_MS);
  return items.filter(({ doc: { kind, requested_at } }) => kind === 'new_device' && requested_at > since).length >= MOST_A_DAY;
}

/**
 * Requests the mail that tells the owner about refused sign-ins, if there were many of them on the same day. The mail's id is made from the
 * owner and the UTC date, so that there is at most one a day. Returns the position of the request; null: no mail is needed, it was
 * requested before, or the account was deleted.
 */
export async function warnOfRefusedSignIns(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (!isEvent(event, SessionRefused) || owner === null) return null;
  const date = refusalDate(at);
  if ((await refusedSignInsOf(app.views, owner))?.doc.many_on !== date) return null;
  const mail = { kind: 'refused_sign_ins', id: derivedId('refused_sign_ins_mail', owner, date) } as const;
  return withAccountLock(app, owner, () => requestSafetyMail(app, owner, mail, event));
}
