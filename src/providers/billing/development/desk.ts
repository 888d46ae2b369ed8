import { BillingUnavailable } from '../../../ports/billing.ts';
import type { BillingDesk, DeskAct } from '../../../ports/billing-desk.ts';
import { type Book, type BookedSubscription, begin, endNow, refund, shown, type WebhookType } from './book.ts';
import { ownerIn } from './books.ts';
import { type Counter, changeIn } from './counter.ts';

/** What a person does in the portal, with their newest subscription. */
const ACTS: Readonly<Record<Extract<DeskAct, 'cancel' | 'resume' | 'refund'>, (one: BookedSubscription, book: Book) => void>> = {
  cancel: (one) => Object.assign(one, { cancel_at_period_end: true, pending: null }),
  resume: (one) => Object.assign(one, { cancel_at_period_end: false, pending: null }),
  refund: (one, book) => {
    endNow(one);
    refund(book, one.id);
  },
};

/** The open invoices are paid, and what was past due is active again. */
function payOpen(book: Book, webhooks: WebhookType[]): void {
  for (const invoice of book.invoices) if (invoice.status === 'open') invoice.status = 'paid';
  for (const one of book.subscriptions) {
    if (one.status !== 'past_due') continue;
    one.status = 'active';
    webhooks.push('invoice.paid');
  }
}

/** The pages of the provider: whoever works on them holds no lock, and waits until the program was notified. */
export function openDesk(counter: Counter): BillingDesk {
  async function at<T>(id: string, work: (book: Book, webhooks: WebhookType[]) => T, notify = true): Promise<T | null> {
    const owner = ownerIn(id);
    if (owner === null) return null;
    try {
      const { result, notifyAll } = await counter.at(owner, work);
      if (notify) await notifyAll();
      return result;
    } catch (error) {
      if (error instanceof BillingUnavailable) return null;
      throw error;
    }
  }

  return {
    checkout: (id) =>
      at(id, (book) => {
        const found = book.checkouts.find((each) => each.id === id);
        return found ? { id, plan: found.plan, price_cents: counter.prices[found.plan], status: found.status } : null;
      }),
    async pay(id, { notify }) {
      const pay = (book: Book, webhooks: WebhookType[]): boolean => {
        const found = book.checkouts.find((each) => each.id === id && each.status === 'open');
        if (found === undefined) return false;
        found.status = 'complete';
        begin(book, found.plan, counter.now(), counter.prices);
        webhooks.push('invoice.paid');
        return true;
      };
      return (await at(id, pay, notify)) ?? false;
    },
    portal: (customer) =>
      at(customer, ({ subscriptions, invoices, declines }) => ({
        subscriptions: subscriptions.map(shown),
        invoices: invoices.map(({ subscription: _, ...one }) => one),
        declines,
      })),
    async act(customer, act) {
      await at(customer, (book, webhooks) => {
        if (act === 'decline' || act === 'accept') {
          book.declines = act === 'decline';
          if (act === 'accept') payOpen(book, webhooks);
          return;
        }
        const newest = book.subscriptions.find(({ status }) => status !== 'ended');
        if (newest) changeIn(book, webhooks, newest.id, (one) => ACTS[act](one, book));
      });
    },
  };
}
