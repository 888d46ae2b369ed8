import type { Account, Invoice, Schedule, Session, Subscription } from './account.ts';

/** Objects as the API shows them, with what was asked to be expanded. Other related objects are ids. */
type Expand = readonly string[];

const price = (id: string) => ({ id, object: 'price', active: true, currency: 'usd', type: 'recurring' });

export const shownSchedule = ({ id, subscription, customer, status, phases }: Schedule, now: number) => ({
  id,
  object: 'subscription_schedule',
  subscription,
  customer,
  status,
  end_behavior: 'release',
  current_phase: phases.find(({ start_date, end_date }) => start_date <= now && now < end_date) ?? null,
  phases: phases.map(({ start_date, end_date, price: of, metadata }) => ({
    start_date,
    end_date,
    metadata,
    items: [{ price: of, quantity: 1, metadata: {} }],
  })),
});

export function shownInvoice(account: Account, one: Invoice, expand: Expand) {
  const payment = one.intent && {
    id: `inpay_${one.id}`,
    object: 'invoice_payment',
    status: 'paid',
    invoice: one.id,
    payment: { type: 'payment_intent', payment_intent: one.intent },
  };
  return {
    id: one.id,
    object: 'invoice',
    customer: one.customer,
    created: one.created,
    currency: 'usd',
    status: one.status,
    total: one.total,
    amount_due: one.total,
    amount_paid: one.status === 'paid' ? one.total : 0,
    hosted_invoice_url: `https://invoice.example/${one.id}`,
    parent: { type: 'subscription_details', subscription_details: { subscription: one.subscription } },
    ...(expand.includes('payments') && { payments: list(payment ? [payment] : [], `/v1/invoices/${one.id}/payments`) }),
    livemode: account.now < 0,
  };
}

const within = (expand: Expand, name: string): Expand =>
  expand.filter((each) => each.startsWith(`${name}.`)).map((each) => each.slice(name.length + 1));

export function shownSubscription(account: Account, one: Subscription, expand: Expand) {
  const { id, customer, status, start_date, cancel_at_period_end, metadata, item } = one;
  const schedule = one.schedule === null ? null : (account.schedules.get(one.schedule) as Schedule);
  const invoice = account.invoices.get(one.latest_invoice) as Invoice;
  const isInvoiceShown = expand.some((each) => each.startsWith('latest_invoice'));
  return {
    id,
    object: 'subscription',
    customer,
    status,
    start_date,
    created: start_date,
    cancel_at_period_end,
    cancel_at: one.cancel_at ?? (cancel_at_period_end ? item.current_period_end : null),
    canceled_at: null,
    metadata,
    currency: 'usd',
    collection_method: 'charge_automatically',
    items: list(
      [{ ...item, object: 'subscription_item', subscription: id, quantity: 1, price: price(item.price) }],
      '/v1/subscription_items',
    ),
    schedule: schedule && (expand.includes('schedule') ? shownSchedule(schedule, account.now) : schedule.id),
    latest_invoice: isInvoiceShown ? shownInvoice(account, invoice, within(expand, 'latest_invoice')) : invoice.id,
  };
}

export const shownSession = ({ id, customer, status, subscription, metadata, created }: Session) => ({
  id,
  object: 'checkout.session',
  mode: 'subscription',
  customer,
  status,
  subscription,
  metadata,
  created,
  expires_at: created + 86_400,
  payment_status: status === 'complete' ? 'paid' : 'unpaid',
  url: status === 'open' ? `https://checkout.example/c/pay/${id}` : null,
});

export const list = (data: readonly object[], url: string) => ({ object: 'list', data, has_more: false, url });
