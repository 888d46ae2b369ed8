import { safeName } from '../../contracts/words/naming.ts';
import type { LinkKind } from '../../domain/delivery/events.ts';
import { type LinkMailParams, type LinkMailWording, renderLinkMail } from '../mail/link-mail.ts';
import { type Compose, recipientOf } from '../mail/mail.ts';
import { wording } from '../mail/wording.ts';

const said = (file: string): LinkMailWording => wording<LinkMailParams>(import.meta.url, file);

export const LINK_MAILS: Readonly<Record<LinkKind, LinkMailWording>> = {
  confirmation: said('confirmation.hbs'),
  password_reset: said('password-reset.hbs'),
  known_address: said('known-address.hbs'),
};

/** Composes mails with one link: to `page`, with a token that works once. */
export const linkMail =
  (kind: LinkKind, page: string): Compose =>
  async (ports, id, state) => {
    const to = await recipientOf(ports, state);
    if (to === null) return null;
    const url = `${ports.origin()}${page}?token=${ports.app.hashes.keyed('link', id)}`;
    return { ...renderLinkMail(LINK_MAILS[kind], { ...to, url }), to: { ...to, name: safeName(to.name, '') } };
  };
