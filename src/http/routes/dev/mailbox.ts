import * as calls from '../../../contracts/calls/dev.ts';
import type { MailCopy } from '../../../ports/copies.ts';
import { notFound } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { html } from './html.ts';
import { loopbackOnly } from './loopback.ts';
import { escaped, mailboxPage } from './mailbox-page.ts';
import type { DevPorts } from './ports.ts';

const SHOWN = 100;
const DEFAULT_LIMIT = 50;
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail may run and fetch nothing, and only this page may frame it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

/** The development mailbox: the mails that production would have sent. */
export const mailboxRoutes = ({ mails }: DevPorts): readonly Route[] => [
  route(calls.listMails, {
    handle: async ({ context, query: { to, limit = DEFAULT_LIMIT } }) => {
      loopbackOnly(context);
      return json(200, await mails({ limit, ...(to !== undefined && { to }) }), { 'Cache-Control': 'no-store' });
    },
  }),
  route(calls.showMailbox, {
    handle: async ({ context, query }) => {
      loopbackOnly(context);
      const all = await mails({ limit: SHOWN });
      return html(mailboxPage(all, pick(all, query.mail)), PAGE_POLICY);
    },
  }),
  route(calls.showMail, {
    handle: async ({ context, params }) => {
      loopbackOnly(context);
      const found = pick(await mails({ limit: SHOWN }), params.id);
      if (!found) throw notFound();
      // A mail that a person wrote has no HTML.
      const shown = found.html === '' ? `<pre style="white-space: pre-wrap; font: inherit">${escaped(found.text)}</pre>` : found.html;
      // Links open outside the frame.
      const body = /<head[^>]*>/i.test(shown)
        ? shown.replace(/<head[^>]*>/i, '$&<base target="_blank">')
        : `<base target="_blank">${shown}`;
      return html(body, MAIL_POLICY, { 'X-Frame-Options': 'SAMEORIGIN' });
    },
  }),
];

const pick = (all: readonly MailCopy[], id: string | undefined): MailCopy | null => all.find((each) => each.id === id) ?? null;
