import { DELIVERY_CHANGES, DeliveryRequested } from '../domain/delivery/events.ts';
import { dueKind } from '../jobs/work.ts';
import { deliveries } from '../projections/delivery.ts';
import type { Feature } from './feature.ts';

/** Deliveries: requested, started, sent, failed. The features that request them bring their content. */
export const delivery: Feature = {
  name: 'delivery',
  events: DELIVERY_CHANGES,
  projections: [deliveries],
  dueWork: [
    dueKind({
      kind: 'deliver',
      order: 80,
      projection: deliveries,
      facts: ({ id, doc }) => ({ owner: doc.owner, id }),
      run: ({ deliver }, { id }) => deliver(id),
      promptedBy: [DeliveryRequested],
      slow: true,
    }),
  ],
};
