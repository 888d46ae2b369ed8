import { BillingUnavailable } from '../../../ports/billing.ts';
import type { Clock } from '../../../ports/clock.ts';
import { signed } from '../signature.ts';
import { type Book, type BookedSubscription, type PlanPrices, passTime, type WebhookType } from './book.ts';
import type { Books } from './books.ts';

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
