import {
  DeliveryBegun,
  DeliveryCancelled,
  type DeliveryChannel,
  DeliveryDelayed,
  DeliveryFailed,
  type DeliveryKind,
  DeliveryRequested,
  DeliverySent,
  deliveryStream,
} from '../domain/delivery/events.ts';
import type { SealedOf } from '../domain/kernel/define-event.ts';
import type { RecordedOf } from '../domain/kernel/event.ts';
import type { Cursor, Page, Stored } from '../ports/documents.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import { pagesOf, type Views } from './engine/views.ts';

/** By delivery id. */
export type DeliveryDoc = {
  readonly owner: string | null;
  readonly kind: DeliveryKind;
  readonly channel: DeliveryChannel;
  readonly to: SealedOf<typeof DeliveryRequested>;
  readonly status: 'waiting' | 'sent' | 'dead' | 'cancelled';
  readonly attempts: number;
  readonly reason: string | null;
  readonly requested_at: string;
  readonly sent_at: string | null;
  readonly expires_at: string | null;
  /** When the next attempt is due (also after a delay), or when a running attempt counts as lost; null: neither. */
  readonly next_key: string | null;
  /** Set only on messages that were given up: when that happened. */
  readonly dead_at: string | null;
};

const fail = (doc: DeliveryDoc, event: RecordedOf<DeliveryFailed>): DeliveryDoc => {
  const { attempt, reason, next_attempt_at } = event.data;
  const dead = next_attempt_at === null;
  return {
    ...doc,
    status: dead ? 'dead' : 'waiting',
    attempts: attempt,
    reason,
    next_key: next_attempt_at,
    dead_at: dead ? event.metadata.at : null,
  };
};

export const deliveries: Projection<DeliveryDoc> = {
  name: 'deliveries',
  version: 3,
  indexes: [
    { name: 'next', fields: ['next_key'], sparse: true },
    { name: 'dead', fields: ['dead_at'], sparse: true },
    { name: 'owner', fields: ['owner', 'requested_at'] },
  ],
  ids: ({ stream }) => {
    const id = deliveryStream.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(DeliveryRequested, (_doc, event) => ({
      owner: event.metadata.owner,
      kind: event.data.kind,
      channel: event.data.channel,
      to: event.private,
      status: 'waiting',
      attempts: 0,
      reason: null,
      requested_at: event.metadata.at,
      sent_at: null,
      expires_at: event.data.expires_at,
      next_key: event.metadata.at,
      dead_at: null,
    })),
    on(DeliveryDelayed, (doc, { data }) => doc && { ...doc, next_key: data.until }),
    on(DeliveryBegun, (doc, { data }) => doc && { ...doc, attempts: data.attempt, next_key: data.until }),
    on(
      DeliverySent,
      (doc, { data, metadata }) => doc && { ...doc, status: 'sent', attempts: data.attempt, sent_at: metadata.at, next_key: null },
    ),
    on(DeliveryCancelled, (doc) => doc && { ...doc, status: 'cancelled', next_key: null }),
    on(DeliveryFailed, (doc, event) => doc && fail(doc, event)),
  ),
};

/** Messages of all owners that were given up, newest first, for the operator. */
export const deadLetters = (views: Views, page: { limit: number; after?: Cursor }): Promise<Page<DeliveryDoc>> =>
  views.documents.find<DeliveryDoc>(views.current(deliveries.name), { index: 'dead', equals: [], order: 'desc', ...page });

/** An owner's deliveries that were requested at an instant or later, page by page. */
export const deliveriesSince = (views: Views, owner: string, instant: string): AsyncGenerator<readonly Stored<DeliveryDoc>[]> =>
  pagesOf<DeliveryDoc>(views.documents, views.current(deliveries.name), { index: 'owner', equals: [owner], from: instant, order: 'asc' });

export const deliveriesOf = (views: Views, owner: string, page: { limit: number; after?: Cursor }): Promise<Page<DeliveryDoc>> =>
  views.documents.find<DeliveryDoc>(views.current(deliveries.name), { index: 'owner', equals: [owner], order: 'desc', ...page });
