import { declined, missing } from './wire.ts';

export interface Item {
  readonly id: string;
  price: string;
  current_period_start: number;
  current_period_end: number;
}
export interface Subscription {
  readonly id: string;
  readonly customer: string;
  readonly start_date: number;
  status: 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  /** Seconds; set by the portal of new accounts. */
  cancel_at: number | null;
  schedule: string | null;
  metadata: Record<string, string>;
  readonly item: Item;
  latest_invoice: string;
  months: number;
}
export interface Phase {
  start_date: number;
  end_date: number;
  price: string;
  metadata: Record<string, string>;
}
export interface Schedule {
  readonly id: string;
  readonly subscription: string;
  readonly customer: string;
  status: 'active' | 'released';
  phases: Phase[];
}
export interface Session {
  readonly id: string;
  readonly customer: string;
  readonly price: string;
  readonly metadata: Record<string, string>;
  readonly created: number;
  status: 'open' | 'complete' | 'expired';
  subscription: string | null;
}
export interface Invoice {
  readonly id: string;
  readonly customer: string;
  readonly subscription: string;
  readonly created: number;
  readonly total: number;
  status: 'open' | 'paid' | 'void';
  intent: string | null;
}
export interface Intent {
  readonly id: string;
  readonly customer: string;
  readonly amount: number;
  refunded: boolean;
}

export const PRICES: Readonly<Record<string, number>> = { price_pro: 1_000, price_byok: 500, price_other: 700 };
const CENTS = 100;

/** What one account at Stripe holds, and what happens in it by the passing of time. */
export class Account {
  readonly customers = new Map<string, { readonly email: string; readonly metadata: Record<string, string>; deleted: boolean }>();
  readonly sessions = new Map<string, Session>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly schedules = new Map<string, Schedule>();
  readonly invoices = new Map<string, Invoice>();
  readonly intents = new Map<string, Intent>();
  /** The cards of these customers are declined. */
  readonly declining = new Set<string>();
  readonly #now: () => number;
  #ids = 0;

  /** `now`: seconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  get now(): number {
    return this.#now();
  }

  id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${String(this.#ids).padStart(8, '0')}`;
  }

  get<T>(things: ReadonlyMap<string, T>, what: string, id: string): T {
    const found = things.get(id);
    if (found === undefined) throw missing(what, id);
    return found;
  }

  /** A month after `since`, `months` times, as the calendar has it. */
  monthsAfter(since: number, months: number): number {
    const at = Temporal.Instant.fromEpochMilliseconds(since * 1_000).toZonedDateTimeISO('UTC');
    return at.add({ months }).epochMilliseconds / 1_000;
  }

  /** Invoices and collects. @throws Refused 402 where the card is declined and `must` */
  charge(customer: string, subscription: string, total: number, must = false): Invoice {
    const isDeclined = this.declining.has(customer);
    if (isDeclined && must) throw declined();
    const intent = isDeclined ? null : this.id('pi');
    if (intent !== null) this.intents.set(intent, { id: intent, customer, amount: total, refunded: false });
    const status = isDeclined ? 'open' : 'paid';
    const invoice: Invoice = { id: this.id('in'), customer, subscription, created: this.now, total, status, intent };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  /** The person pays a checkout in their browser. */
  pay(id: string): Subscription {
    const session = this.get(this.sessions, 'checkout.session', id);
    if (session.status !== 'open') throw new Error(`The checkout ${id} is ${session.status}.`);
    const sub = this.id('sub');
    const now = this.now;
    const { customer, price, metadata } = session;
    const invoice = this.charge(customer, sub, PRICES[price] as number, true);
    const item = { id: this.id('si'), price, current_period_start: now, current_period_end: this.monthsAfter(now, 1) };
    const one: Subscription = {
      ...{ id: sub, customer, start_date: now, status: 'active', cancel_at_period_end: false, cancel_at: null, schedule: null },
      ...{ metadata: { ...metadata }, item, latest_invoice: invoice.id, months: 1 },
    };
    this.subscriptions.set(sub, one);
    session.status = 'complete';
    session.subscription = sub;
    return one;
  }

  cancel(one: Subscription): void {
    one.status = 'canceled';
    const schedule = one.schedule === null ? undefined : this.schedules.get(one.schedule);
    if (schedule) schedule.status = 'released';
    one.schedule = null;
  }

  /** Renews, changes and ends what is due. */
  passTime(): void {
    for (const session of this.sessions.values())
      if (session.status === 'open' && session.created + 86_400 <= this.now) session.status = 'expired';
    for (const one of this.subscriptions.values()) {
      if (one.status !== 'canceled' && one.cancel_at !== null && one.cancel_at <= this.now) this.cancel(one);
      while (one.status === 'active' && one.item.current_period_end <= this.now) this.#endPeriod(one);
    }
  }

  #endPeriod(one: Subscription): void {
    if (one.cancel_at_period_end) {
      this.cancel(one);
      return;
    }
    const schedule = one.schedule === null ? undefined : this.schedules.get(one.schedule);
    const next = schedule?.phases.find(({ start_date }) => start_date === one.item.current_period_end);
    if (schedule && next) {
      one.item.price = next.price;
      Object.assign(one.metadata, next.metadata);
    }
    one.months += 1;
    one.item.current_period_start = one.item.current_period_end;
    one.item.current_period_end = this.monthsAfter(one.start_date, one.months);
    const invoice = this.charge(one.customer, one.id, PRICES[one.item.price] as number);
    one.latest_invoice = invoice.id;
    if (invoice.status === 'open') one.status = 'past_due';
  }

  /** The person has paid what is open. */
  settle(customer: string): void {
    this.declining.delete(customer);
    for (const invoice of this.invoices.values()) {
      if (invoice.customer !== customer || invoice.status !== 'open') continue;
      invoice.status = 'paid';
      invoice.intent = this.id('pi');
      this.intents.set(invoice.intent, { id: invoice.intent, customer, amount: invoice.total, refunded: false });
    }
    for (const one of this.subscriptions.values()) if (one.customer === customer && one.status === 'past_due') one.status = 'active';
  }

  /** The additional price for the rest of the period, in cents. */
  proration({ item }: Subscription, price: string): number {
    const left = (item.current_period_end - this.now) / (item.current_period_end - item.current_period_start);
    return Math.round((((PRICES[price] as number) - (PRICES[item.price] as number)) * CENTS * left) / CENTS);
  }

  /** All that a customer paid and did not get back, in cents. */
  paidBy(customer: string): number {
    const own = [...this.intents.values()].filter((intent) => intent.customer === customer && !intent.refunded);
    return own.reduce((sum, { amount }) => sum + amount, 0);
  }
}
