import { type BillingDesk, BillingUnavailable, type DeskAct } from '../../../ports/billing.ts';
import type { Clock } from '../../../ports/clock.ts';
import { signed } from '../signature.ts';
import {
  type Book,
  type BookedSubscription,
  type Books,
  begin,
  endNow,
  ownerIn,
  type PlanPrices,
  passTime,
  refund,
  shown,
  type WebhookType,
} from './book.ts';

export interface CounterOptions {
  readonly books: Books;
  readonly clock: Clock;
  /** With which events are signed. */
  readonly secret: string;
  readonly prices: PlanPrices;
  /** The door for the provider's signed events. */
  readonly notify: (payload: Buffer, signature: string) => Promise<unknown>;
}

/** What has been done, and what tells the program of it. */
export interface Done<T> {
  readonly result: T;
  /** Sends the events. Whoever holds the owner's lock must not wait for it, because whoever is notified waits for that lock. */
  readonly notifyAll: () => Promise<void>;
}

/** Where everything is done: time passes first, and the program is notified of what happened by signed events. */
export interface Counter {
  readonly now: () => string;
  readonly prices: PlanPrices;
  at<T>(owner: string, work: (book: Book, webhooks: WebhookType[]) => T): Promise<Done<T>>;
}

/** @throws BillingUnavailable where the account was deleted */
export function openCounter({ books, clock, secret, prices, notify }: CounterOptions): Counter {
  let events = 0;

  async function send(customer: string, type: WebhookType): Promise<void> {
    events += 1;
    const now = clock.now();
    const [at, object] = [Date.parse(now), { object: 'subscription', customer }];
    const event = { id: `evt_${at}_${events}`, object: 'event', type, created: Math.floor(at / 1_000), data: { object } };
    const payload = JSON.stringify(event);
    await notify(Buffer.from(payload), await signed(payload, secret, now));
  }

  return {
    now: () => clock.now(),
    prices,
    async at(owner, work) {
      const webhooks: WebhookType[] = [];
      const done = await books.with(owner, (book) => {
        webhooks.push(...passTime(book, clock.now(), prices));
        return { result: work(book, webhooks), customer: book.customer };
      });
      if (done === null) throw new BillingUnavailable('The account was deleted.');
      const notifyAll = async (): Promise<void> => {
        for (const type of webhooks) await send(done.customer, type);
      };
      return { result: done.result, notifyAll };
    },
  };
}

/** Changes a subscription that has not ended. */
export function changeIn(book: Book, webhooks: WebhookType[], id: string, work: (one: BookedSubscription) => void): void {
  const one = book.subscriptions.find((each) => each.id === id && each.status !== 'ended');
  if (one === undefined) return;
  work(one);
  const { status } = one as Pick<BookedSubscription, 'status'>;
  webhooks.push(status === 'ended' ? 'customer.subscription.deleted' : 'customer.subscription.updated');
}

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
