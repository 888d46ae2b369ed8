import { EVENTS } from '../../domain/catalogue.ts';
import { DeliveryRequested } from '../../domain/delivery/events.ts';
import { isEvent } from '../../domain/kernel/define-event.ts';
import type { Recorded } from '../../domain/kernel/event.ts';
import { PartnerInvited } from '../../domain/partner/events.ts';
import type { Cursor, Page } from '../../ports/documents.ts';
import type { Projection } from '../engine/projection.ts';
import type { Views } from '../engine/views.ts';
import { onEach } from '../task/task-changes.ts';

/** By stream name: the owner of each stream, for the export and the deletion of an account. */
export type StreamDoc = { readonly owner: string; readonly since: string };

const FIRST = [...EVENTS.values()].filter(({ startsStream }) => startsStream).map(({ type }) => type);

/** A stream that is sealed under a partner's key belongs to the user who named the partner. */
const first = (_doc: StreamDoc | null, event: Recorded): StreamDoc => ({
  owner: (isEvent(event, PartnerInvited, DeliveryRequested) ? event.data.user_id : event.metadata.owner) as string,
  since: event.metadata.at,
});

export const streams: Projection<StreamDoc> = {
  name: 'streams',
  version: 2,
  indexes: [{ name: 'owner', fields: ['owner', 'since'] }],
  ids: (event) => (event.revision === 0 && event.metadata.owner !== null ? [event.stream] : []),
  on: onEach(FIRST, first),
  once: true,
};

export const streamsOf = (views: Views, owner: string, page: { limit: number; after?: Cursor }): Promise<Page<StreamDoc>> =>
  views.documents.find<StreamDoc>(views.current(streams.name), { index: 'owner', equals: [owner], order: 'asc', ...page });
