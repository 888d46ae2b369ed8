import { type LinkMailParams, renderLinkMail } from '../mail/link-mail.ts';
import { type Compose, recipientOf } from '../mail/mail.ts';
import { wording } from '../mail/wording.ts';

const said = wording<LinkMailParams>(import.meta.url, 'export-ready.hbs');

/** The mail with the link to an owner's data. The link is the download itself: it works once, and only in the owner's session. */
export const exportMail: Compose = async (ports, id, state) => {
  const to = await recipientOf(ports, state);
  if (to === null) return null;
  const url = `${ports.origin()}/api/settings/account/export/${ports.app.hashes.keyed('link', id)}`;
  return { ...renderLinkMail(said, { ...to, url }), to };
};
