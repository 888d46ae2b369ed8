import type { MailCopy } from '../../../ports/copies.ts';
import { MAILBOX_STYLE } from './mailbox-style.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
export const when = (at: string): string => `<time datetime="${escaped(at)}">${escaped(at.slice(0, 16).replace('T', ' '))}</time>`;
export const withLinks = (text: string): string =>
  escaped(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

/** The mailbox as a page without scripts: the list of mails, and the mail that was picked. */
export function mailboxPage(mails: readonly MailCopy[], picked: MailCopy | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${picked ? `${escaped(picked.subject)} · ` : ''}Mailbox · Vouch</title>
<style>${MAILBOX_STYLE}</style>
</head>
<body>
<header><p class="brand">Vouch</p><h1>Development mailbox</h1><p class="note">Nothing left this machine. In production these mails go out by SMTP.</p><a class="again" href="/dev/mailbox">Look again</a></header>
<main class="${picked ? 'picked' : ''}">
<nav aria-label="Mails">${mails.length === 0 ? '<p class="empty">No mail yet. Sign up, and the confirmation arrives here.</p>' : list(mails, picked)}</nav>
${picked ? article(picked) : `<p class="empty">${mails.length === 0 ? '' : 'Choose a mail to read it.'}</p>`}
</main>
</body>
</html>`;
}

function list(mails: readonly MailCopy[], picked: MailCopy | null): string {
  const row = (
    mail: MailCopy,
  ): string => `<li><a href="/dev/mailbox?mail=${encodeURIComponent(mail.id)}"${mail.id === picked?.id ? ' aria-current="true"' : ''}>
<strong>${escaped(mail.subject)}</strong><span>${escaped(mail.to.join(', '))}</span>${when(mail.at)}</a></li>`;
  return `<ol>${mails.map(row).join('')}</ol>`;
}

function article(mail: MailCopy): string {
  const names = Object.entries(mail.headers).map(([name, value]) => `<dt>${escaped(name)}</dt><dd>${escaped(value)}</dd>`);
  return `<article>
<p class="back"><a href="/dev/mailbox">All mails</a></p>
<h2>${escaped(mail.subject)}</h2>
<p class="to">To ${escaped(mail.to.join(', '))} · ${when(mail.at)} UTC</p>
<iframe title="The mail as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mailbox/${encodeURIComponent(mail.id)}/html"></iframe>
<details><summary>Text</summary><pre>${withLinks(mail.text)}</pre></details>
<details><summary>Headers</summary><dl>${names.join('')}</dl></details>
</article>`;
}
