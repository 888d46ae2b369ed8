import { v5 } from 'uuid';
import { SessionStarted } from '../../domain/account/session-events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { deliveriesOf } from '../../projections/delivery/deliveries.ts';
import type { App } from '../app.ts';
import { DAY_MS, later } from '../delivery/account-mails.ts';
import { withAccountLock } from './account-lock.ts';
import { requestSafetyMail } from './safety-mails.ts';

const NOTICES = 'c0b1a7de-63f4-5f0b-9c3a-7e52d1f08a46';
/** A program that keeps no cookies is a new browser each time it signs in. Its owner hears of it so often within a day. */
const MOST_A_DAY = 10;
/** Of the owner's newest deliveries, among which those of a day are looked for. */
const LOOKED_AT = 100;

/**
 * Asks for the mail that tells the owner that somebody signed in to the account in a new browser. The mail's id is made from the
 * session. Gives the position of the request; null: the browser is known, the owner was told often enough on this day, the mail
 * was asked for already, or the account was deleted.
 */
export async function tellOfNewDevice(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (!isEvent(event, SessionStarted) || owner === null || !event.data.new_device) return null;
  return withAccountLock(app, owner, async () => {
    if (await wasToldOften(app, owner, at)) return null;
    // The mail says when it was, however late it is asked for.
    const position = await requestSafetyMail(app, owner, { kind: 'new_device', id: v5(event.stream, NOTICES), at }, event);
    // The next one counts it.
    if (position !== null) await app.waitForReadModels(position);
    return position;
  });
}

async function wasToldOften(app: App, owner: string, at: string): Promise<boolean> {
  const { items } = await deliveriesOf(app.views, owner, { limit: LOOKED_AT });
  const since = later(at, -DAY_MS);
  return items.filter(({ doc: { kind, requested_at } }) => kind === 'new_device' && requested_at > since).length >= MOST_A_DAY;
}
