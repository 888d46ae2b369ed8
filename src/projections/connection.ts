import { ConnectionEnded, ConnectionMade, ConnectionRemoved, connectionStreams, type Platform } from '../domain/connection/events.ts';
import type { SealedOf } from '../domain/kernel/define-event.ts';
import { folds, on, type Projection } from './engine/projection.ts';
import type { Views } from './engine/views.ts';

/** By owner and platform. A connection that its owner ended has no document. */
export type ConnectionDoc = {
  readonly owner: string;
  readonly platform: Platform;
  /** False: the provider ended it. */
  readonly connected: boolean;
  readonly account: SealedOf<typeof ConnectionMade> | null;
  readonly scopes: readonly string[];
  readonly connected_at: string;
};

export const connections: Projection<ConnectionDoc> = {
  name: 'connections',
  version: 1,
  indexes: [{ name: 'of_owner', fields: ['owner', 'platform'] }],
  ids: ({ stream }) => {
    const id = connectionStreams.idOf(stream);
    return id === null ? [] : [id];
  },
  on: folds(
    on(ConnectionMade, (doc: ConnectionDoc | null, { data, metadata, private: account }): ConnectionDoc | null => {
      const { owner, at } = metadata;
      if (owner === null) return doc;
      return { owner, platform: data.platform, connected: true, account, scopes: data.scopes, connected_at: at };
    }),
    on(ConnectionRemoved, (): ConnectionDoc | null => null),
    on(ConnectionEnded, (doc: ConnectionDoc | null): ConnectionDoc | null => doc && { ...doc, connected: false }),
  ),
};

/** At most one for each platform. */
export async function connectionsOf(views: Views, owner: string): Promise<readonly ConnectionDoc[]> {
  const query = { index: 'of_owner', equals: [owner], limit: 10 } as const;
  const { items } = await views.documents.find<ConnectionDoc>(views.current(connections.name), query);
  return items.map(({ doc }) => doc);
}
