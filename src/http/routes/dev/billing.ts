import * as calls from '../../../contracts/calls/dev.ts';
import { planOf } from '../../../contracts/plan.ts';
import { type BillingDesk, DESK_ACTS, type DeskAct, type DeskCheckout, type DeskPortal } from '../../../ports/billing.ts';
import { invalid, notFound } from '../../kernel/problems.ts';
import { type Answer, type Route, route } from '../../kernel/route.ts';
import { escaped, html, MAILBOX_STYLE, when } from './mailbox-page.ts';
import { loopbackOnly } from './ports.ts';

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

/** `note`: the result of the last press. */
function checkoutPage({ plan, price_cents, status }: DeskCheckout, note: string): string {
  const { name } = planOf(plan);
  const said = note === '' ? '' : `<p role="status">${escaped(note)}</p>`;
  const form = `<form method="post">${button('pay', 'Pay', true)}${button('decline', 'Decline')}${button('lose', 'Lose the connection after paying')}</form>`;
  const over = status === 'complete' ? 'This was paid.' : 'This page has expired. Open the checkout anew.';
  return page('Checkout', `<h2>${name}, ${dollars(price_cents)} a month</h2>${said}${status === 'open' ? form : `<p>${over}</p>`}`);
}

/** Simulates a connection that is lost after the payment. */
const lostPage = (): string => page('Checkout', '<p role="status">The connection was lost after the payment. Nothing was told.</p>');

const ACTS: readonly (readonly [DeskAct, string])[] = [
  ['cancel', 'Cancel'],
  ['resume', 'Resume'],
  ['refund', 'Refund'],
];

function portalPage({ subscriptions, invoices, declines }: DeskPortal): string {
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

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PAY_ACTS = ['pay', 'decline', 'lose'] as const;
const DECLINED = 'The card was declined. Nothing was paid.';

const seeOther = (to: string): Answer => ({ status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } });
/**
 * The button that was pressed.
 * @throws Refusal 422
 */
function actIn<const Act extends string>(body: Buffer, acts: readonly Act[]): Act {
  const pressed = new URLSearchParams(body.toString()).get('act');
  const found = acts.find((act) => act === pressed);
  if (found === undefined) throw invalid({ act: ['This form is not whole. Open the page again.'] });
  return found;
}

/** The pages of the simulated payment provider. */
export function billingPages(desk: BillingDesk): readonly Route[] {
  return [
    route(calls.showCheckout, {
      async handle({ context, params, query }) {
        loopbackOnly(context);
        const found = await desk.checkout(params.id ?? '');
        if (found === null) throw notFound();
        return html(checkoutPage(found, query.declined === undefined ? '' : DECLINED), POLICY);
      },
    }),
    route(calls.actOnCheckout, {
      async handle({ context, params, body }) {
        loopbackOnly(context);
        const [id, act] = [params.id ?? '', actIn(body, PAY_ACTS)];
        if ((await desk.checkout(id)) === null) throw notFound();
        const here = `/dev/checkout/${encodeURIComponent(id)}`;
        if (act === 'decline') return seeOther(`${here}?declined=1`);
        const isPaid = await desk.pay(id, { notify: act === 'pay' });
        if (!isPaid) return seeOther(here);
        return act === 'pay' ? seeOther('/settings/subscription?checkout=done') : html(lostPage(), POLICY);
      },
    }),
    route(calls.showPortal, {
      async handle({ context, params }) {
        loopbackOnly(context);
        const found = await desk.portal(params.id ?? '');
        if (found === null) throw notFound();
        return html(portalPage(found), POLICY);
      },
    }),
    route(calls.actOnPortal, {
      async handle({ context, params, body }) {
        loopbackOnly(context);
        const [id, act] = [params.id ?? '', actIn(body, DESK_ACTS)];
        if ((await desk.portal(id)) === null) throw notFound();
        await desk.act(id, act);
        return seeOther(`/dev/portal/${encodeURIComponent(id)}`);
      },
    }),
  ];
}
