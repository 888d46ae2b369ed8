import { SessionRefused } from '../../domain/account/session-events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { derivedId } from '../../domain/kernel/derived-ids.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { refusalDate, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import type { App } from '../app.ts';
import { withAccountLock } from './account-lock.ts';
import { requestSafetyMail } from './safety-mails.ts';

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
