import { DELIVERY_EVENTS, type DeliveryEvent, type DeliveryRequested, deliveryStream } from '../../domain/delivery/events.ts';
import type { Decider } from '../../domain/kernel/decider.ts';
import type { Decided, Position } from '../../domain/kernel/event.ts';
import { type Context, type Handling, handle } from '../../domain/kernel/handle.ts';

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
