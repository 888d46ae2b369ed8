import type { LinkKind } from '../../domain/delivery/event-data.ts';
import { renderLinkMail } from '../mail/render-mail.ts';
import { safeName } from '../partner/words.ts';
import type { Compose } from './composed.ts';

/** Composes mails of this kind. Each has one link, to `page` with a token that works once. */
export const linkMail =
  (kind: LinkKind, page: string): Compose =>
  async ({ app, origin }, id, { to, user_id }) => {
    const opened = to === null ? null : await app.opener.open(user_id, to);
    if (opened === null) return null;
    const [address, name] = [String(opened.to), String(opened.name ?? '')];
    const url = `${origin()}${page}?token=${app.hashes.keyed('link', id)}`;
    return { ...renderLinkMail(kind, { address, name, url }), to: { address, name: safeName(name, '') } };
  };
