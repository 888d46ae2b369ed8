import { type BilledPlan, type Billing, type BillingCheckout, type BillingDesk, PaymentDeclined } from '../../../ports/billing.ts';
import { checkSigned } from '../signature.ts';
import {
  addInvoice,
  type Book,
  type BookedSubscription,
  customerOf,
  endNow,
  nextId,
  proration,
  refund,
  shown,
  type WebhookType,
} from './book.ts';
import { type CounterOptions, changeIn, openCounter, openDesk } from './desk.ts';

const DAY_MS = 86_400_000;
const urlOf = (origin: string, page: 'checkout' | 'portal', id: string): string => `${origin}/dev/${page}/${encodeURIComponent(id)}`;

/**
 * A payment provider of the program's own, for development. It takes no money, and people use it on its pages under
 * `/dev`. Months pass by the program's clock. It notifies the program by signed events.
 */
export function developmentBilling(options: CounterOptions): { readonly billing: Billing; readonly desk: BillingDesk } {
  const counter = openCounter(options);
  const { now, prices } = counter;

  /** The caller holds the owner's lock, so this does not wait until the program was notified. */
  async function at<T>(owner: string, work: (book: Book, webhooks: WebhookType[]) => T): Promise<T> {
    const { result, notifyAll } = await counter.at(owner, work);
    void notifyAll().catch(() => undefined);
    return result;
  }
  const change = (owner: string, id: string, work: (one: BookedSubscription, book: Book) => void): Promise<void> =>
    at(owner, (book, webhooks) => changeIn(book, webhooks, id, (one) => work(one, book)));

  function open(book: Book, plan: BilledPlan, origin: string, key: string): BillingCheckout {
    const known = book.checkouts.find(({ id }) => id === book.made[key]);
    const expires_at = new Date(Date.parse(now()) + DAY_MS).toISOString();
    const checkout = known ?? { id: nextId(book, 'cs'), plan, expires_at, status: 'open' as const };
    if (known === undefined) book.checkouts.push(checkout);
    book.made[key] = checkout.id;
    return { id: checkout.id, url: urlOf(origin, 'checkout', checkout.id), expires_at: checkout.expires_at };
  }

  function changeUp(one: BookedSubscription, book: Book, plan: BilledPlan, key: string): void {
    if (one.plan === plan || book.made[key] !== undefined) return;
    if (book.declines) throw new PaymentDeclined('The payment was declined.');
    addInvoice(book, one.id, now(), proration(one, plan, now(), prices), 'paid');
    book.made[key] = one.id;
    Object.assign(one, { plan, pending: null, cancel_at_period_end: false });
  }

  const billing: Billing = {
    createCustomer: async ({ owner }) => customerOf(owner),
    openCheckout: ({ owner, plan, origin, key }) => at(owner, (book) => open(book, plan, origin, key)),
    checkout: ({ owner, id, origin }) =>
      at(owner, (book) => {
        const found = book.checkouts.find((each) => each.id === id);
        return found ? { url: found.status === 'open' ? urlOf(origin, 'checkout', id) : null } : null;
      }),
    expireCheckout: ({ owner, id }) =>
      at(owner, (book) => {
        const found = book.checkouts.find((each) => each.id === id);
        if (found?.status === 'open') found.status = 'expired';
      }),
    openPortal: async ({ customer, origin }) => ({ url: urlOf(origin, 'portal', customer) }),
    subscriptions: ({ owner }) => at(owner, (book) => book.subscriptions.map(shown)),
    cancelAtPeriodEnd: ({ owner, id }) => change(owner, id, (one) => Object.assign(one, { cancel_at_period_end: true, pending: null })),
    resume: ({ owner, id }) => change(owner, id, (one) => Object.assign(one, { cancel_at_period_end: false, pending: null })),
    changeNow: ({ owner, id, plan, key }) => change(owner, id, (one, book) => changeUp(one, book, plan, key)),
    changeAtPeriodEnd: ({ owner, id, plan }) =>
      change(owner, id, (one) => Object.assign(one, { cancel_at_period_end: false, pending: { plan, at: one.period_end } })),
    end: ({ owner, id }) => change(owner, id, endNow),
    endAndRefund: ({ owner, id }) =>
      change(owner, id, (one, book) => {
        endNow(one);
        refund(book, id);
      }),
    invoices: ({ owner }) => at(owner, (book) => book.invoices.map(({ subscription: _, ...one }) => one)),
    forget: ({ owner }) =>
      at(owner, (book) => {
        for (const one of book.subscriptions) endNow(one);
        for (const one of book.checkouts) if (one.status === 'open') one.status = 'expired';
      }),
    received: (payload, signature, at) => checkSigned(payload, signature, options.secret, at),
  };
  return { billing, desk: openDesk(counter) };
}
