import { DeliveryRequested, deliveryStream } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import { START } from '../../domain/kernel/event.ts';
import type { EventStore } from '../../domain/kernel/event-store.ts';

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
