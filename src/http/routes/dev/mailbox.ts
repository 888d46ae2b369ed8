import { z } from 'zod';
import type { MailCopy } from '../../../ports/copies.ts';
import { pageQuery } from '../../kernel/pages.ts';
import { notFound } from '../../kernel/problems.ts';
import { type AnyRoute, json, route } from '../../kernel/route.ts';
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

const mail = z.object({
  id: z.string(),
  to: z.array(z.string()),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  headers: z.record(z.string(), z.string()),
  attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size: z.number() })),
  at: z.string(),
});

/** The development mailbox: the mails that production would have sent. */
export const mailboxRoutes = ({ mails }: DevPorts): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/dev/mailbox.json',
    tag: 'Development',
    summary: 'Mails that were sent, newest first',
    access: 'anyone',
    query: z.strictObject({ to: z.string().max(254).optional(), limit: pageQuery(200).limit }),
    replies: { 200: { description: 'The mails.', schema: z.array(mail) } },
    handle: async ({ context, query: { to, limit = DEFAULT_LIMIT } }) => {
      loopbackOnly(context);
      return json(200, await mails({ limit, ...(to !== undefined && { to }) }), { 'Cache-Control': 'no-store' });
    },
  }),
  route({
    method: 'GET',
    path: '/dev/mailbox',
    tag: 'Development',
    summary: 'Mails that were sent, as a page',
    access: 'anyone',
    query: z.object({ mail: z.string().max(200).optional() }),
    replies: { 200: { description: 'A page.', media: 'text/html' } },
    handle: async ({ context, query }) => {
      loopbackOnly(context);
      const all = await mails({ limit: SHOWN });
      return html(mailboxPage(all, pick(all, query.mail)), PAGE_POLICY);
    },
  }),
  route({
    method: 'GET',
    path: '/dev/mailbox/{id}/html',
    tag: 'Development',
    summary: 'The body of one mail',
    access: 'anyone',
    replies: { 200: { description: 'The mail as its reader sees it.', media: 'text/html' } },
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
