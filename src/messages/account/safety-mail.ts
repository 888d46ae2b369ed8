import type { Waiting } from '../../app/delivery/attempts.ts';
import { account } from '../../projections/account/accounts.ts';
import type { Compose, ComposePorts } from '../mail/composed.ts';
import { recipientOf } from '../mail/recipient.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';

/** What the wording of such a mail needs besides its own values. */
interface Common {
  readonly address: string;
  /** The page where a new password is asked for. */
  readonly forgot: string;
}

/**
 * Composes mails that tell the owner what happened and let them set a new password. `file`: what it says, beside the module `of`.
 * `read` gets the owner's zone, and gives the values; null: nothing is left to say.
 */
export function safetyMail<Values extends object>(
  of: string,
  file: string,
  read: (app: ComposePorts['app'], state: Waiting, zone: string) => Promise<Values | null>,
): Compose {
  const said = wording<Values & Common>(of, file, ['safety.hbs']);
  return async (ports, _id, state) => {
    const { app, origin } = ports;
    const [to, owner] = await Promise.all([recipientOf(ports, state), account(app.views, state.user_id)]);
    if (to === null || owner === null) return null;
    const values = await read(app, state, owner.doc.timezone);
    return values && { ...renderSheetMail(said({ ...values, address: to.address, forgot: `${origin()}/auth/forgot` })), to };
  };
}
