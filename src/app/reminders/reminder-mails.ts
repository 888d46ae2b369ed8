import { HOUR, plus } from '../../domain/calendar/instant.ts';
import { localDate } from '../../domain/calendar/local.ts';
import type { About, ReminderMailKind } from '../../domain/delivery/event-data.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { account } from '../../projections/account/accounts.ts';
import type { PendingMail } from '../../projections/reminders.ts';
import type { App } from '../app.ts';
import { openRecipient } from '../delivery/owner-recipient.ts';
import { type DeliveryRequest, requestDelivery } from '../delivery/request-delivery.ts';

/** How long the program tries to send a reminder, in milliseconds. After that it is useless. */
const REMINDER_LIFE = 24 * HOUR;

/**
 * Requests one mail about everything that is pending. Its id is made from the first item, so that two workers request the same mail. Null:
 * it was requested already, or the account was deleted.
 */
export async function requestReminderMail(app: App, owner: string, notices: readonly PendingMail[]): Promise<Position | null> {
  const [first] = notices;
  const found = await account(app.views, owner);
  if (first === undefined || !found) return null;
  const recipient = await openRecipient(app, owner, found.doc);
  if (recipient === null) return null;
  const now = app.clock.now();
  const kind = kindOf(notices, localDate(now, found.doc.timezone));
  const about: readonly About[] = notices.map(({ kind: one, date }) => ({ kind: one, date }));
  const expires_at = kind === 'reminder' ? plus(now, REMINDER_LIFE) : null;
  const request: DeliveryRequest = {
    data: { channel: 'mail', kind, user_id: owner, expires_at, about },
    private: recipient,
  };
  const id = derivedId('reminder_mail', owner, first.kind, first.date);
  const context = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  return requestDelivery(app, id, request, context);
}

/** A reminder of a past day comes too late. It becomes part of the digest after the downtime. */
function kindOf([first, ...more]: readonly PendingMail[], today: string): ReminderMailKind {
  if (first === undefined || more.length > 0 || first.kind === 'escalation') return 'digest';
  return first.kind === 'reminder' && first.date < today ? 'digest' : first.kind;
}
