import { renderLinkMail } from '../mail/render-mail.ts';
import { renderSheetMail } from '../mail/sheet-mail.ts';
import type { Compose } from './composed.ts';

/** The mail with the link to an owner's data. The link is the download itself: it works once, and only in the owner's session. */
export const exportMail: Compose = async ({ app, origin }, id, { to, user_id }) => {
  const opened = to === null ? null : await app.opener.open(user_id, to);
  if (opened === null) return null;
  const [address, name] = [String(opened.to), String(opened.name ?? '')];
  const url = `${origin()}/api/settings/account/export/${app.hashes.keyed('link', id)}`;
  return { ...renderLinkMail('export_ready', { address, name, url }), to: { address, name } };
};

/** The last mail to an owner whose account was deleted. No copy of it is kept, not even in the development mailbox. */
export const farewellMail: Compose = async ({ app }, _id, { to, user_id }) => {
  const opened = to === null ? null : await app.opener.open(user_id, to);
  if (opened === null) return null;
  const [address, name] = [String(opened.to), String(opened.name ?? '')];
  const mail = renderSheetMail({
    subject: 'Your account at Vouch has been deleted',
    blocks: [
      { heading: 'Your account has been deleted' },
      {
        text: 'What you wrote can no longer be read by anybody, and we do not know your address any more. Nothing more will be sent to it.',
      },
      { text: 'A partner who had agreed to stand by you has been told that it is over, and nothing else.' },
      { small: 'If you come back one day, you can sign up with this address as anybody can.' },
    ],
    why: `You get this because ${address} had an account at Vouch that was deleted by its owner.`,
    links: [],
  });
  return { ...mail, to: { address, name }, keepNoCopy: true };
};
