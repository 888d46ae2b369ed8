import * as calls from '../../../contracts/calls/dev.ts';
import type { MailCopy, MessageCopy } from '../../../ports/files.ts';
import { notFound } from '../../kernel/problems.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { escaped, html, MAILBOX_STYLE, mailboxPage, when, withLinks } from './mailbox-page.ts';
import { type DevPorts, loopbackOnly } from './ports.ts';

const SHOWN = 100;
const DEFAULT_LIMIT = 50;
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** A mail must not run or fetch anything, and only this page may frame it. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'";

/** Shows the mails that production would have sent. */
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
      // Mails written by a person have no HTML.
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

const OUTBOX_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Shows the messages that production would have sent by WhatsApp. */
export const outboxRoutes = ({ messages }: DevPorts): readonly Route[] => [
  route(calls.listMessages, {
    handle: async ({ context, query: { to, limit = DEFAULT_LIMIT } }) => {
      loopbackOnly(context);
      return json(200, await messages({ limit, ...(to !== undefined && { to }) }), { 'Cache-Control': 'no-store' });
    },
  }),
  route(calls.showOutbox, {
    handle: async ({ context }) => {
      loopbackOnly(context);
      return html(outboxPage(await messages({ limit: SHOWN })), OUTBOX_POLICY);
    },
  }),
];

const article = ({ to, text, at }: MessageCopy): string =>
  `<article><h2>${escaped(to)}</h2><p class="to">WhatsApp · ${when(at)} UTC</p><pre>${withLinks(text)}</pre></article>`;

function outboxPage(all: readonly MessageCopy[]): string {
  const none = '<p class="empty">No message yet. Name a partner with a WhatsApp number, and the invitation arrives here.</p>';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5">
<title>Outbox · Vouch</title>
<style>${MAILBOX_STYLE}main{display:block;max-width:760px}article{border-bottom:1px solid var(--line)}</style>
</head>
<body>
<header><p class="brand">Vouch</p><h1>Development outbox</h1><p class="note">Nothing left this machine. In production these messages go out by WhatsApp.</p></header>
<main>${all.length === 0 ? none : all.map(article).join('\n')}</main>
</body>
</html>`;
}
