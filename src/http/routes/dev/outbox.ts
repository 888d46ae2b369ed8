import * as calls from '../../../contracts/calls/dev.ts';
import type { MessageCopy } from '../../../ports/copies.ts';
import { json, type Route, route } from '../../kernel/route.ts';
import { html } from './html.ts';
import { loopbackOnly } from './loopback.ts';
import { escaped, when, withLinks } from './mailbox-page.ts';
import { MAILBOX_STYLE } from './mailbox-style.ts';
import type { DevPorts } from './ports.ts';

const SHOWN = 100;
const DEFAULT_LIMIT = 50;
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The development outbox: the messages that production would have sent by WhatsApp. */
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
      return html(outboxPage(await messages({ limit: SHOWN })), POLICY);
    },
  }),
];

const article = ({ to, text, at }: MessageCopy): string =>
  `<article><h2>${escaped(to)}</h2><p class="to">WhatsApp · ${when(at)} UTC</p><pre>${withLinks(text)}</pre></article>`;

/** The outbox as a page without scripts. */
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
