import { z } from 'zod';
import * as calls from '../../../contracts/calls/dev.ts';
import { type BillingDesk, DESK_ACTS } from '../../../ports/billing-desk.ts';
import { invalid, notFound } from '../../kernel/problems.ts';
import { type Answer, type Route, route } from '../../kernel/route.ts';
import { checkoutPage, lostPage, portalPage } from './billing-page.ts';
import { html } from './html.ts';
import { loopbackOnly } from './loopback.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
const PAY_ACTS = ['pay', 'decline', 'lose'] as const;
const DECLINED = 'The card was declined. Nothing was paid.';

const seeOther = (to: string): Answer => ({ status: 303, headers: { Location: to, 'Cache-Control': 'no-store' } });
/** What was pressed. @throws Refusal 422 */
function actIn<const Acts extends readonly string[]>(body: Buffer, acts: Acts): Acts[number] {
  const found = z.enum(acts as unknown as [string, ...string[]]).safeParse(new URLSearchParams(body.toString()).get('act'));
  if (!found.success) throw invalid({ act: ['This form is not whole. Open the page again.'] });
  return found.data;
}

/** The pages of the payment provider that stands in for the real one. */
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
