import type { RecordedConnectionEvent } from './events.ts';

/** `ended`: by the provider. */
export type ConnectionState = { readonly status: 'none' | 'connected' | 'removed' | 'ended' };

export const initial: ConnectionState = { status: 'none' };

const AFTER = { ConnectionMade: 'connected', ConnectionRemoved: 'removed', ConnectionEnded: 'ended' } as const;

/** Total: an event that does not fit the state changes nothing. */
export const evolve = (state: ConnectionState, { type }: Pick<RecordedConnectionEvent, 'type'>): ConnectionState =>
  type in AFTER ? { status: AFTER[type] } : state;
