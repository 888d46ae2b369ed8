import { DELIVERY_CHANGES, DeliveryRequested } from '../domain/delivery/events.ts';
import { dueKind } from '../jobs/work.ts';
import { deliveries } from '../projections/delivery/deliveries.ts';
import type { Feature } from './feature.ts';

/** Messages on their way: asked for, begun, sent, failed. What they say is brought by the features that ask for them. */
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
    }),
  ],
};
