import { planOf } from '../../../contracts/plan.ts';
import type { DeskAct, DeskCheckout, DeskPortal } from '../../../ports/billing-desk.ts';
import { escaped, when } from './mailbox-page.ts';
import { MAILBOX_STYLE } from './mailbox-style.ts';

const STYLE = `${MAILBOX_STYLE}main{display:block;max-width:640px;padding:24px}form{display:flex;flex-wrap:wrap;gap:8px;padding:16px 0}
button{font:inherit;font-weight:600;padding:8px 16px;border:1px solid var(--line);border-radius:6px;background:var(--sheet);color:var(--ink);cursor:pointer}
button.main{background:var(--accent);color:var(--ground);border-color:var(--accent)}table{width:100%;border-collapse:collapse;font-size:13px}td,th{padding:6px 8px 6px 0;border-bottom:1px solid var(--line);text-align:left}`;

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Vouch</title>
<style>${STYLE}</style>
</head>
<body>
<header><p class="brand">Vouch</p><h1>${title}</h1><p class="note">No money is taken. In production this page is the payment provider’s.</p></header>
<main>${body}</main>
</body>
</html>`;

const button = (act: string, label: string, isMain = false): string =>
  `<button name="act" value="${act}"${isMain ? ' class="main"' : ''}>${label}</button>`;

/** A plan that is to be paid. `note`: what became of the last press. */
export function checkoutPage({ plan, price_cents, status }: DeskCheckout, note: string): string {
  const { name } = planOf(plan);
  const said = note === '' ? '' : `<p role="status">${escaped(note)}</p>`;
  const form = `<form method="post">${button('pay', 'Pay', true)}${button('decline', 'Decline')}${button('lose', 'Lose the connection after paying')}</form>`;
  const over = status === 'complete' ? 'This was paid.' : 'This page has expired. Open the checkout anew.';
  return page('Checkout', `<h2>${name}, ${dollars(price_cents)} a month</h2>${said}${status === 'open' ? form : `<p>${over}</p>`}`);
}

/** What is shown where the connection to the provider is lost after the payment. */
export const lostPage = (): string => page('Checkout', '<p role="status">The connection was lost after the payment. Nothing was told.</p>');

const ACTS: readonly (readonly [DeskAct, string])[] = [
  ['cancel', 'Cancel'],
  ['resume', 'Resume'],
  ['refund', 'Refund'],
];

/** A customer with their plan, their card and their invoices. */
export function portalPage({ subscriptions, invoices, declines }: DeskPortal): string {
  const alive = subscriptions.find(({ status }) => status !== 'ended');
  const state = alive?.cancel_at_period_end ? 'ends' : 'renews';
  const plan = alive
    ? `<h2>${planOf(alive.plan ?? 'free').name}</h2><p>${alive.status === 'past_due' ? 'The last payment failed. ' : ''}It ${state} on ${when(alive.period_end)}.</p>`
    : '<h2>No plan</h2>';
  const pressed = alive ? ACTS.map(([act, label]) => button(act, label)).join('') : '';
  const card = declines
    ? button('accept', 'Use a card that works, and pay what is open')
    : button('decline', 'Use a card that is declined');
  const rows = invoices
    .map(({ at, amount_cents, status }) => `<tr><td>${when(at)}</td><td>${dollars(amount_cents)}</td><td>${status}</td></tr>`)
    .join('');
  const table = `<table><thead><tr><th>Date</th><th>Amount</th><th>Status</th></tr></thead><tbody>${rows}</tbody></table>`;
  return page(
    'Billing portal',
    `${plan}<form method="post">${pressed}${card}</form>${invoices.length > 0 ? table : '<p>No invoices.</p>'}`,
  );
}
