import type { MailCopy } from '../../../ports/files.ts';
import type { Answer } from '../../kernel/route.ts';

/** Contains the design tokens that this page needs. */
export const MAILBOX_STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#f3f5f1, #0e1210); --sheet: light-dark(#fcfdfb, #141916); --line: light-dark(#dfe4dc, #29312c);
  --press: light-dark(#e1e6de, #28312b); --ink: light-dark(#17211c, #e8ede8); --ink-2: light-dark(#434f47, #b6c0b8); --ink-3: light-dark(#5b665e, #8f9a91); --accent: light-dark(#6e2358, #e0a1cb); }
* { box-sizing: border-box; margin: 0; }
body { background: var(--ground); color: var(--ink); font: 15px/1.5 "Hanken Grotesk Variable", "Hanken Grotesk", ui-sans-serif, system-ui, sans-serif; min-height: 100vh; display: flex; flex-direction: column; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; padding: 16px 24px; border-bottom: 1px solid var(--line); }
.brand { font-weight: 700; color: var(--accent); } h1 { font-size: 15px; font-weight: 600; } .note { color: var(--ink-3); font-size: 13px; } .again { margin-left: auto; font-size: 13px; }
main { flex: 1; display: grid; grid-template-columns: minmax(260px, 340px) 1fr; }
nav { border-right: 1px solid var(--line); } ol { list-style: none; padding: 0; }
li a { display: grid; gap: 2px; padding: 12px 24px; border-bottom: 1px solid var(--line); color: inherit; text-decoration: none; }
li a:hover { background: var(--sheet); } li a[aria-current] { background: var(--press); }
li strong { font-weight: 600; } li span { color: var(--ink-2); font-size: 13px; overflow-wrap: anywhere; } time { color: var(--ink-3); font-size: 12px; font-variant-numeric: tabular-nums; }
a { color: var(--accent); } :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
article { padding: 24px; display: flex; flex-direction: column; gap: 12px; min-width: 0; } h2 { font-size: 19px; line-height: 1.3; } .to { color: var(--ink-2); font-size: 13px; overflow-wrap: anywhere; }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); background: #fff; }
summary { cursor: pointer; font-weight: 600; padding: 4px 0; } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.6 ui-monospace, Menlo, Consolas, monospace; padding: 12px 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; font-size: 13px; padding: 8px 0; } dt { color: var(--ink-3); } dd { overflow-wrap: anywhere; }
.empty { padding: 24px; color: var(--ink-3); } .back { display: none; }
@media (max-width: 720px) { main { display: block; } nav { border-right: 0; } .picked nav { display: none; } .back { display: block; } article { padding: 16px; } header { padding: 12px 16px; } li a { padding: 12px 16px; } }
`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);
export const when = (at: string): string => `<time datetime="${escaped(at)}">${escaped(at.slice(0, 16).replace('T', ' '))}</time>`;
export const withLinks = (text: string): string =>
  escaped(text).replaceAll(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}">${url}</a>`);

/** A page without scripts: the list of mails and the selected mail. */
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

/** Not cached, with its own Content-Security-Policy. */
export const html = (body: string, policy: string, more: Readonly<Record<string, string>> = {}): Answer => ({
  status: 200,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', ...more },
  body,
});
