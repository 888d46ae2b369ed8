import type { Decider } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { CONNECTION_EVENTS, type ConnectionEvent, type Platform, platformName, type RecordedConnectionEvent } from './events.ts';

/** `ended`: the provider ended it. */
export type ConnectionState = { readonly status: 'none' | 'connected' | 'removed' | 'ended' };

const initial: ConnectionState = { status: 'none' };

const AFTER = { ConnectionMade: 'connected', ConnectionRemoved: 'removed', ConnectionEnded: 'ended' } as const;

const evolve = (state: ConnectionState, { type }: Pick<RecordedConnectionEvent, 'type'>): ConnectionState =>
  type in AFTER ? { status: AFTER[type] } : state;

export type ConnectionCommand =
  /** `id`: the owner's id at the provider. */
  | { readonly type: 'Connect'; readonly platform: Platform; readonly id: string; readonly scopes: readonly string[] }
  /** Removes also a connection that the provider has ended. After that the program no longer mentions it. */
  | { readonly type: 'Disconnect'; readonly platform: Platform }
  | { readonly type: 'NoteEnded'; readonly platform: Platform; readonly reason: 'revoked' | 'expired' };

export const connectionDecider: Decider<ConnectionState, ConnectionCommand, ConnectionEvent> = {
  events: CONNECTION_EVENTS,
  initial,
  evolve,
  decide,
};

function decide(command: ConnectionCommand, { status }: ConnectionState): readonly Decided<ConnectionEvent>[] {
  const { platform } = command;
  switch (command.type) {
    case 'Connect':
      return [{ type: 'ConnectionMade', data: { platform, scopes: command.scopes }, private: { user_id_on_platform: command.id } }];
    case 'Disconnect':
      return status === 'connected' || status === 'ended' ? [{ type: 'ConnectionRemoved', data: { platform } }] : [];
    case 'NoteEnded': {
      if (status !== 'connected') return [];
      return [
        { type: 'ConnectionEnded', data: { platform, reason: command.reason }, by: { kind: 'provider', id: platformName(platform) } },
      ];
    }
  }
}
