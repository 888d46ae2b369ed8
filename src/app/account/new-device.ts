import { SessionStarted } from '../../domain/account/session-events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { deliveriesOf } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { withAccountLock } from './account-lock.ts';
import { requestSafetyMail } from './safety-mails.ts';

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
