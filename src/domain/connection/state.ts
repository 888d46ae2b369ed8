import type { RecordedConnectionEvent } from './events.ts';

/** `ended`: the provider ended it. */
export type ConnectionState = { readonly status: 'none' | 'connected' | 'removed' | 'ended' };

export const initial: ConnectionState = { status: 'none' };

const AFTER = { ConnectionMade: 'connected', ConnectionRemoved: 'removed', ConnectionEnded: 'ended' } as const;

export const evolve = (state: ConnectionState, { type }: Pick<RecordedConnectionEvent, 'type'>): ConnectionState =>
  type in AFTER ? { status: AFTER[type] } : state;
