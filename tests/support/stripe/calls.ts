import { type Account, type Phase, PRICES, type Schedule, type Subscription } from './account.ts';
import { list, shownInvoice, shownSchedule, shownSession, shownSubscription } from './shown.ts';
import { invalidRequest, listOf, missing, type Params, textOf, textsOf } from './wire.ts';

type Call = (account: Account, params: Params, id: string) => object;

const needed = (params: Params, ...names: readonly string[]): void => {
  const gone = names.find((name) => params[name] === undefined);
  if (gone !== undefined) throw invalidRequest(`Missing required param: ${gone}.`, gone, 'parameter_missing');
};
/** @throws Refused for a parameter that Stripe does not know */
const known = (params: Params, ...names: readonly string[]): void => {
  const odd = Object.keys(params).find((name) => !names.includes(name) && name !== 'expand');
  if (odd !== undefined) throw invalidRequest(`Received unknown parameter: ${odd}`, odd, 'parameter_unknown');
};
const metadataOf = (value: Params[string] | undefined): Record<string, string> => ({ ...(value as Record<string, string> | undefined) });
const customerOf = (account: Account, params: Params): string => {
  const id = textOf(params.customer);
  const found = account.get(account.customers, 'customer', id);
  if (found.deleted) throw missing('customer', id);
  return id;
};
const expandOf = (params: Params, ...allowed: readonly string[]): readonly string[] => {
  const asked = textsOf(params.expand);
  const odd = asked.find((each) => !allowed.includes(each));
  if (odd !== undefined) throw invalidRequest(`This property cannot be expanded (${odd}).`, 'expand');
  return asked.map((each) => each.replace(/^data\./, ''));
};
const priceOf = (id: string): string => {
  if (PRICES[id] === undefined) throw invalidRequest(`No such price: '${id}'`, 'price', 'resource_missing');
  return id;
};
const alive = (account: Account, id: string): Subscription => {
  const found = account.get(account.subscriptions, 'subscription', id);
  if (found.status === 'canceled') throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.');
  return found;
};
const yes = (value: Params[string] | undefined): boolean => value === 'true';

function updateSubscription(account: Account, params: Params, id: string): object {
  known(params, 'cancel_at_period_end', 'cancel_at', 'items', 'metadata', 'proration_behavior', 'payment_behavior');
  const one = alive(account, id);
  if (params.cancel_at !== undefined && params.cancel_at_period_end !== undefined)
    throw invalidRequest('Received both cancel_at and cancel_at_period_end parameters. Please pass in only one.');
  if ((params.cancel_at_period_end ?? params.cancel_at) !== undefined && one.schedule !== null)
    throw invalidRequest(
      'The subscription is managed by a subscription schedule, and updating any cancelation behavior directly is not allowed.',
    );
  const [item] = listOf(params.items);
  if (item !== undefined) changePrice(account, one, item, params);
  if (params.cancel_at_period_end !== undefined) one.cancel_at_period_end = yes(params.cancel_at_period_end);
  if (params.cancel_at !== undefined) one.cancel_at = params.cancel_at === '' ? null : Number(params.cancel_at);
  Object.assign(one.metadata, metadataOf(params.metadata));
  return shownSubscription(account, one, []);
}

function changePrice(account: Account, one: Subscription, item: Params, { proration_behavior, payment_behavior }: Params): void {
  if (item.id !== one.item.id) throw missing('subscription_item', textOf(item.id));
  const price = priceOf(textOf(item.price));
  if (price === one.item.price) return;
  if (proration_behavior !== 'always_invoice') throw new Error('The program has to invoice at once.');
  const invoice = account.charge(one.customer, one.id, account.proration(one, price), payment_behavior === 'error_if_incomplete');
  one.item.price = price;
  one.latest_invoice = invoice.id;
}

function createSchedule(account: Account, params: Params): object {
  known(params, 'from_subscription');
  needed(params, 'from_subscription');
  const one = alive(account, textOf(params.from_subscription));
  if (one.schedule !== null) throw invalidRequest('You cannot migrate a subscription that is already attached to a schedule.');
  const { price, current_period_start: start_date, current_period_end: end_date } = one.item;
  const schedule: Schedule = {
    ...{ id: account.id('sub_sched'), subscription: one.id, customer: one.customer, status: 'active' },
    phases: [{ start_date, end_date, price, metadata: {} }],
  };
  account.schedules.set(schedule.id, schedule);
  one.schedule = schedule.id;
  return shownSchedule(schedule, account.now);
}

const isActive = (schedule: Schedule): Schedule => {
  if (schedule.status !== 'active')
    throw invalidRequest(`You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`);
  return schedule;
};

function updateSchedule(account: Account, params: Params, id: string): object {
  known(params, 'phases', 'end_behavior', 'proration_behavior');
  const schedule = isActive(account.get(account.schedules, 'subscription schedule', id));
  if (schedule.phases.length > 0 && listOf(params.phases).length === 0) throw invalidRequest('Missing required param: phases.', 'phases');
  let end = 0;
  const phases = listOf(params.phases).map((phase): Phase => {
    const start_date = Number(phase.start_date ?? end);
    const { interval = '', interval_count = '1' } = (phase.duration ?? {}) as Record<string, string>;
    if (phase.end_date === undefined && interval !== 'month') throw invalidRequest('A phase needs an end_date or a duration.', 'phases');
    if (phase.end_date !== undefined && phase.duration !== undefined)
      throw invalidRequest('You may only specify one of end_date, duration.');
    end = phase.end_date === undefined ? account.monthsAfter(start_date, Number(interval_count)) : Number(phase.end_date);
    const [item] = listOf(phase.items);
    return { start_date, end_date: end, price: priceOf(textOf(item?.price)), metadata: metadataOf(phase.metadata) };
  });
  if (phases[0]?.start_date !== schedule.phases[0]?.start_date)
    throw invalidRequest('You can not modify the start date of the current phase.');
  schedule.phases = phases;
  return shownSchedule(schedule, account.now);
}

function openSession(account: Account, params: Params): object {
  known(params, 'mode', 'customer', 'client_reference_id', 'line_items', 'success_url', 'cancel_url', 'metadata', 'subscription_data');
  needed(params, 'mode', 'line_items', 'success_url');
  const customer = customerOf(account, params);
  const [item] = listOf(params.line_items);
  const { metadata } = (params.subscription_data ?? {}) as Params;
  const id = account.id('cs_test');
  const session = { id, customer, price: priceOf(textOf(item?.price)), metadata: metadataOf(metadata), created: account.now };
  account.sessions.set(id, { ...session, status: 'open', subscription: null });
  return shownSession({ ...session, status: 'open', subscription: null });
}

function refund(account: Account, params: Params): object {
  known(params, 'payment_intent', 'amount', 'reason');
  const intent = account.get(account.intents, 'payment_intent', textOf(params.payment_intent));
  if (intent.refunded)
    throw invalidRequest(`Charge for ${intent.id} has already been refunded.`, 'payment_intent', 'charge_already_refunded');
  intent.refunded = true;
  return { id: account.id('re'), object: 'refund', payment_intent: intent.id, amount: intent.amount, status: 'succeeded' };
}

function createCustomer(account: Account, params: Params): object {
  known(params, 'email', 'name', 'metadata');
  const id = account.id('cus');
  account.customers.set(id, { email: textOf(params.email), metadata: metadataOf(params.metadata), deleted: false });
  return { id, object: 'customer', email: params.email, metadata: params.metadata ?? {} };
}

function deleteCustomer(account: Account, _: Params, id: string): object {
  const found = account.get(account.customers, 'customer', id);
  if (found.deleted) throw missing('customer', id);
  found.deleted = true;
  for (const one of account.subscriptions.values()) if (one.customer === id && one.status !== 'canceled') account.cancel(one);
  return { id, object: 'customer', deleted: true };
}

/** The calls of the API that the program makes, by method and pattern. */
export const CALLS: Readonly<Record<string, Call>> = {
  'POST /v1/customers': createCustomer,
  'DELETE /v1/customers/{id}': deleteCustomer,
  'POST /v1/checkout/sessions': openSession,
  'GET /v1/checkout/sessions': (account, params) => {
    const open = [...account.sessions.values()].filter((one) => one.customer === params.customer && one.status === params.status);
    return list(open.map(shownSession), '/v1/checkout/sessions');
  },
  'GET /v1/checkout/sessions/{id}': (account, _, id) => shownSession(account.get(account.sessions, 'checkout.session', id)),
  'POST /v1/checkout/sessions/{id}/expire': (account, _, id) => {
    const session = account.get(account.sessions, 'checkout.session', id);
    if (session.status !== 'open')
      throw invalidRequest(`Only Checkout Sessions with a status in ["open"] can be expired. This one is ${session.status}.`);
    session.status = 'expired';
    return shownSession(session);
  },
  'GET /v1/subscriptions': (account, params) => {
    known(params, 'customer', 'status', 'limit');
    const expand = expandOf(params, 'data.schedule');
    account.get(account.customers, 'customer', textOf(params.customer));
    const own = [...account.subscriptions.values()].filter(
      ({ customer, status }) => customer === params.customer && (params.status === 'all' || status !== 'canceled'),
    );
    return list(
      own.toReversed().map((one) => shownSubscription(account, one, expand)),
      '/v1/subscriptions',
    );
  },
  'GET /v1/subscriptions/{id}': (account, params, id) =>
    shownSubscription(account, account.get(account.subscriptions, 'subscription', id), expandOf(params, 'latest_invoice.payments')),
  'POST /v1/subscriptions/{id}': updateSubscription,
  'DELETE /v1/subscriptions/{id}': (account, _, id) => {
    const one = account.get(account.subscriptions, 'subscription', id);
    if (one.status === 'canceled') throw missing('subscription', id);
    account.cancel(one);
    return shownSubscription(account, one, []);
  },
  'POST /v1/subscription_schedules': createSchedule,
  'GET /v1/subscription_schedules/{id}': (account, _, id) =>
    shownSchedule(account.get(account.schedules, 'subscription schedule', id), account.now),
  'POST /v1/subscription_schedules/{id}': updateSchedule,
  'POST /v1/subscription_schedules/{id}/release': (account, _, id) => {
    const schedule = isActive(account.get(account.schedules, 'subscription schedule', id));
    schedule.status = 'released';
    account.get(account.subscriptions, 'subscription', schedule.subscription).schedule = null;
    return shownSchedule(schedule, account.now);
  },
  'GET /v1/invoices': (account, params) => {
    known(params, 'customer', 'limit');
    const expand = expandOf(params, 'data.payments');
    const own = [...account.invoices.values()].filter(({ customer }) => customer === params.customer);
    return list(
      own.toReversed().map((one) => shownInvoice(account, one, expand)),
      '/v1/invoices',
    );
  },
  'GET /v1/charges': (account, params) => {
    const own = [...account.intents.values()].filter(({ customer }) => customer === params.customer);
    return list(
      own.map(({ id, amount, refunded }) => ({ id: `ch_${id}`, object: 'charge', amount, refunded, payment_intent: id })),
      '/v1/charges',
    );
  },
  'POST /v1/refunds': refund,
  'POST /v1/billing_portal/sessions': (account, params) => {
    known(params, 'customer', 'return_url');
    const customer = customerOf(account, params);
    return { id: account.id('bps'), object: 'billing_portal.session', customer, url: `https://billing.example/p/session/${customer}` };
  },
};
