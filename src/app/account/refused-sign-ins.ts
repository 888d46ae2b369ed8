import { v5 } from 'uuid';
import { SessionRefused } from '../../domain/account/session-events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Position, Recorded } from '../../domain/kernel/event.ts';
import { refusalDate, refusedSignInsOf } from '../../projections/account/refused-sign-ins.ts';
import type { App } from '../app.ts';
import { withAccountLock } from './account-lock.ts';
import { requestSafetyMail } from './safety-mails.ts';

const WARNINGS = '5b9e7a40-2c63-5d18-8f4e-91c07d6ab3e2';

/**
 * Asks for the mail that tells the owner of refused sign-ins, if this one's day has had many. The mail's id is made from the
 * owner and the UTC date, so that there is one a day. Gives the position of the request; null: none is needed, it was
 * asked for already, or the account was deleted.
 */
export async function warnOfRefusedSignIns(app: App, event: Recorded): Promise<Position | null> {
  const { owner, at } = event.metadata;
  if (!isEvent(event, SessionRefused) || owner === null) return null;
  const date = refusalDate(at);
  if ((await refusedSignInsOf(app.views, owner))?.doc.many_on !== date) return null;
  const mail = { kind: 'refused_sign_ins', id: v5(`${owner} ${date}`, WARNINGS) } as const;
  return withAccountLock(app, owner, () => requestSafetyMail(app, owner, mail, event));
}
