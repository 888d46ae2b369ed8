import { type Compose, type Recipient, recipientOf } from '../mail/mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import { wording } from '../mail/wording.ts';

const said = wording<Recipient>(import.meta.url, 'farewell.hbs');

/** The last mail to an owner whose account was deleted. No copy of it is kept, not even in the development mailbox. */
export const farewellMail: Compose = async (ports, _id, state) => {
  const to = await recipientOf(ports, state);
  return to && { ...renderSheetMail(said(to)), to, keepNoCopy: true };
};
