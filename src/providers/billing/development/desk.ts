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
  /** The secret with which events are signed. */
  readonly secret: string;
  readonly prices: PlanPrices;
  /** Receives the provider's signed events. */
  readonly notify: (payload: Buffer, signature: string) => Promise<unknown>;
}

/** The result, and the function that notifies the program of it. */
export interface Done<T> {
  readonly result: T;
  /**
   * Sends the events. The holder of the owner's lock must not wait for it, because the receiver of the events waits for
   * that lock.
   */
  readonly notifyAll: () => Promise<void>;
}

/** Performs all actions: first it applies the time that has passed, then it notifies the program by signed events. */
export interface Counter {
  readonly now: () => string;
  readonly prices: PlanPrices;
  at<T>(owner: string, work: (book: Book, webhooks: WebhookType[]) => T): Promise<Done<T>>;
}

/** @throws BillingUnavailable if the account was deleted */
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
  const one = book.subscriptions.find((each): boolean => each.id === id && each.status !== 'ended');
  if (one === undefined) return;
  work(one);
  webhooks.push(one.status === 'ended' ? 'customer.subscription.deleted' : 'customer.subscription.updated');
}

/** What a person can do in the portal with their newest subscription. */
const ACTS: Readonly<Record<Extract<DeskAct, 'cancel' | 'resume' | 'refund'>, (one: BookedSubscription, book: Book) => void>> = {
  cancel: (one) => Object.assign(one, { cancel_at_period_end: true, pending: null }),
  resume: (one) => Object.assign(one, { cancel_at_period_end: false, pending: null }),
  refund: (one, book) => {
    endNow(one);
    refund(book, one.id);
  },
};

/** Pays the open invoices, which makes a subscription that was past due active again. */
function payOpen(book: Book, webhooks: WebhookType[]): void {
  for (const invoice of book.invoices) if (invoice.status === 'open') invoice.status = 'paid';
  for (const one of book.subscriptions) {
    if (one.status !== 'past_due') continue;
    one.status = 'active';
    webhooks.push('invoice.paid');
  }
}

/** The pages of the provider. They hold no lock, and they wait until the program was notified. */
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
