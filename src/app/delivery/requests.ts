import { DELIVERY_EVENTS, type DeliveryEvent, DeliveryRequested, deliveryStream } from '../../domain/delivery/events.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { type Decided, type Position, START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';
import { type Context, type Handling, handle } from '../../domain/kernel/handle.ts';
import type { AccountDoc } from '../../projections/account/accounts.ts';
import type { App } from '../app.ts';

/**
 * `data`: the message and its recipient; `private`: the address and the name as plain text; `at`: when the event happened that the message
 * is about, if not now.
 */
export type DeliveryRequest = Pick<Decided<DeliveryRequested>, 'data' | 'private' | 'at'>;

interface RequestCommand {
  readonly type: 'Request';
  readonly request: DeliveryRequest;
  readonly more: readonly DeliveryEvent[];
}

/** The state is whether the delivery was requested already. */
const requestDecider: Decider<boolean, RequestCommand, DeliveryEvent> = {
  events: DELIVERY_EVENTS,
  initial: false,
  evolve: () => true,
  decide: ({ request, more }, requested) => (requested ? [] : [{ type: 'DeliveryRequested', ...request }, ...more]),
};

/**
 * Requests the delivery with this id once, so a request can be repeated. `more`: events that are recorded together with the request.
 * Returns the position of the last event; null: the delivery was requested before.
 */
export async function requestDelivery(
  app: Handling,
  id: string,
  request: DeliveryRequest,
  context: Context,
  more: readonly DeliveryEvent[] = [],
): Promise<Position | null> {
  return (await handle(app, requestDecider, deliveryStream(id), { type: 'Request', request, more }, context)).position;
}

/** The address and the name of an owner for a mail to them. Null: the account was deleted. */
export async function openRecipient(
  { opener }: Pick<App, 'opener'>,
  owner: string,
  { email, full_name }: Pick<AccountDoc, 'email' | 'full_name'>,
): Promise<DeliveryRequest['private'] | null> {
  const [identity, named] = await Promise.all([opener.open(owner, email), opener.open(owner, full_name)]);
  return identity && { to: identity.email, name: named?.full_name ?? '' };
}

const PAGE = 1_000;

export async function requestedDeliveries(store: EventStore): Promise<ReadonlyMap<string, DeliveryRequested['data']>> {
  const requested = new Map<string, DeliveryRequested['data']>();
  for (let after = START; ; ) {
    const events = await store.readAll(after, PAGE);
    for (const event of events) if (isEvent(event, DeliveryRequested)) requested.set(deliveryStream.requireId(event.stream), event.data);
    const last = events.at(-1);
    if (last === undefined) return requested;
    after = last.position;
  }
}
