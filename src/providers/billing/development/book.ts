import type { BilledPlan, BilledSubscription, BillingInvoice } from '../../../ports/billing.ts';
import type { Files } from '../../../ports/files.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export type BookedSubscription = Mutable<Omit<BilledSubscription, 'plan'>> & {
  plan: BilledPlan;
  /** The number of months that were paid so far, including the present one. */
  months: number;
};

export interface BookedCheckout {
  readonly id: string;
  readonly plan: BilledPlan;
  readonly expires_at: string;
  status: 'open' | 'complete' | 'expired';
}

export type BookedInvoice = Mutable<BillingInvoice> & { readonly subscription: string };

/** What the provider knows of one customer, as JSON. */
export interface Book {
  readonly customer: string;
  checkouts: BookedCheckout[];
  subscriptions: BookedSubscription[];
  /** Newest first. */
  invoices: BookedInvoice[];
  declines: boolean;
  /** The number of ids that were given out. */
  count: number;
  /** The result of each request, by its idempotency key. */
  made: Record<string, string>;
}

/** The type of an event that is sent to the program by webhook. */
export type WebhookType = 'customer.subscription.updated' | 'customer.subscription.deleted' | 'invoice.paid' | 'invoice.payment_failed';

/** The price of a month, in cents. */
export type PlanPrices = Readonly<Record<BilledPlan, number>>;

const emptyBook = (customer: string): Book => ({
  customer,
  checkouts: [],
  subscriptions: [],
  invoices: [],
  declines: false,
  count: 0,
  made: {},
});

/** The subscription as the port describes it. */
export const shown = ({ months: _, ...one }: BookedSubscription): BilledSubscription => one;

/** Months later on the same day, or on the last day of a shorter month. */
const monthsLater = (instant: string, months: number): string =>
  Temporal.Instant.from(instant).toZonedDateTimeISO('UTC').add({ months }).toInstant().toString({ smallestUnit: 'millisecond' });

export const nextId = (book: Book, prefix: string): string => {
  book.count += 1;
  return `${prefix}_${book.customer.replace(/^cus_/, '')}_${book.count}`;
};

export function addInvoice(book: Book, subscription: string, at: string, amount: number, status: 'open' | 'paid'): void {
  const id = nextId(book, 'in');
  book.invoices.unshift({ id, subscription, at, amount_cents: amount, currency: 'USD', status, url: null });
}

/** Begins a subscription whose first month is paid. */
export function begin(book: Book, plan: BilledPlan, now: string, prices: PlanPrices): BookedSubscription {
  const one: BookedSubscription = {
    id: nextId(book, 'sub'),
    plan,
    status: 'active',
    started_at: now,
    period_start: now,
    period_end: monthsLater(now, 1),
    cancel_at_period_end: false,
    pending: null,
    months: 1,
  };
  book.subscriptions.unshift(one);
  addInvoice(book, one.id, now, prices[plan], 'paid');
  return one;
}

/** Applies everything that has happened up to `now` because time passed. Gives the events to send. */
export function passTime(book: Book, now: string, prices: PlanPrices): readonly WebhookType[] {
  const webhooks: WebhookType[] = [];
  for (const checkout of book.checkouts) if (checkout.status === 'open' && checkout.expires_at <= now) checkout.status = 'expired';
  for (const one of book.subscriptions)
    while (one.status === 'active' && one.period_end <= now) webhooks.push(endPeriod(book, one, prices));
  return webhooks;
}

function endPeriod(book: Book, one: BookedSubscription, prices: PlanPrices): WebhookType {
  if (one.cancel_at_period_end) {
    one.status = 'ended';
    return 'customer.subscription.deleted';
  }
  one.plan = one.pending?.plan ?? one.plan;
  one.pending = null;
  one.months += 1;
  one.period_start = one.period_end;
  one.period_end = monthsLater(one.started_at, one.months);
  one.status = book.declines ? 'past_due' : 'active';
  addInvoice(book, one.id, one.period_start, prices[one.plan], book.declines ? 'open' : 'paid');
  return book.declines ? 'invoice.payment_failed' : 'invoice.paid';
}

/** The additional price of the rest of the period on another plan, in cents. */
export function proration({ plan, period_start, period_end }: BookedSubscription, to: BilledPlan, now: string, prices: PlanPrices): number {
  const [from, until] = [Date.parse(period_start), Date.parse(period_end)];
  const left = Math.max(0, Math.min(1, (until - Date.parse(now)) / (until - from)));
  return Math.round((prices[to] - prices[plan]) * left);
}

/** Ends a subscription at once. */
export const endNow = (one: BookedSubscription): void => {
  one.status = 'ended';
  one.pending = null;
};

export function refund(book: Book, subscription: string): void {
  const paid = book.invoices.find((each) => each.subscription === subscription && each.status === 'paid');
  if (paid) paid.status = 'refunded';
}

const FILE = 'development-billing.json';
const CUSTOMER = 'cus_';

/** The id contains the owner's id. */
export const customerOf = (owner: string): string => `${CUSTOMER}${owner}`;
export const ownerIn = (id: string): string | null => /^(?:cus|cs|sub)_([0-9a-f-]{36})(?:_\d+)?$/.exec(id)?.[1] ?? null;

/**
 * Stores what the provider knows of each customer in a file of the owner, encrypted like every other file, so that it
 * outlasts the process.
 */
export interface Books {
  /**
   * Works on the book of an owner, one caller at a time. Changes are stored even if `work` throws. Null: the account
   * was deleted.
   */
  with<T>(owner: string, work: (book: Book) => T | Promise<T>): Promise<T | null>;
}

export function createBooks(
  files: Pick<Files, 'read' | 'write'>,
  hasKey: (owner: string) => Promise<boolean>,
  mutex: <T>(key: string, work: () => Promise<T>) => Promise<T>,
): Books {
  async function read(owner: string): Promise<Book> {
    const file = await files.read(owner, FILE);
    if (file === null) return emptyBook(customerOf(owner));
    // Only this program writes the file, and it is encrypted, so it is not checked again.
    const book: Book = JSON.parse(Buffer.concat(await Array.fromAsync(file.content)).toString());
    return book;
  }
  async function* bytes(text: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(text);
  }
  return {
    with: (owner, work) =>
      mutex(`development billing ${owner}`, async () => {
        if (!(await hasKey(owner))) return null;
        const book = await read(owner);
        const before = JSON.stringify(book);
        try {
          return await work(book);
        } finally {
          const after = JSON.stringify(book);
          if (after !== before) await files.write(owner, FILE, bytes(after));
        }
      }),
  };
}
