import type { Cursor, Page } from './kernel/documents.ts';
import type { Projection } from './kernel/projection.ts';
import type { Views } from './kernel/views.ts';

/** By stream name: which streams are an owner's, for the export and the deletion of an account. */
export type StreamDoc = { readonly owner: string; readonly since: string };

/** Folds the first event of each stream, whatever its type. */
const first = (doc: StreamDoc | null, event: { metadata: { owner: string | null; at: string } }): StreamDoc | null =>
  event.metadata.owner === null ? doc : { owner: event.metadata.owner, since: event.metadata.at };

const FIRST_TYPES = ['AccountRegistered', 'AddressReserved', 'SessionStarted', 'TaskPromised', 'DayClosed', 'DeliveryRequested'];

export const streams: Projection<StreamDoc> = {
  name: 'streams',
  version: 1,
  indexes: [{ name: 'owner', fields: ['owner', 'since'] }],
  ids: (event) => (event.revision === 0 && event.metadata.owner !== null ? [event.stream] : []),
  on: Object.fromEntries(FIRST_TYPES.map((type) => [type, first])),
};

/** Oldest first. */
export const streamsOf = (views: Views, owner: string, page: { limit: number; after?: Cursor }): Promise<Page<StreamDoc>> =>
  views.documents.find<StreamDoc>(views.current(streams.name), { index: 'owner', equals: [owner], order: 'asc', ...page });
