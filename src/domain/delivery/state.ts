import type { Sealed } from '../kernel/sealed.ts';
import type { About, DeliveryKind, RecordedDeliveryEvent } from './events.ts';

export interface Requested {
  readonly kind: DeliveryKind;
  readonly user_id: string;
  /** The sealed object that holds `to` and `name`. */
  readonly to: Sealed | null;
  readonly expires_at: string | null;
  readonly about: readonly About[];
  readonly attempts: number;
}

export type DeliveryState =
  | { readonly status: 'none' }
  | (Requested & { readonly status: 'waiting' /** When the next attempt is due. */; readonly next_attempt_at: string })
  | (Requested & { readonly status: 'sent' | 'dead' });

export const initial: DeliveryState = { status: 'none' };

export function evolve(state: DeliveryState, event: RecordedDeliveryEvent): DeliveryState {
  if (event.type === 'DeliveryRequested') {
    const { kind, user_id, expires_at, about = [] } = event.data;
    return { status: 'waiting', kind, user_id, expires_at, about, to: event.private, attempts: 0, next_attempt_at: event.metadata.at };
  }
  if (state.status === 'none') return state;
  const { kind, user_id, expires_at, about, to } = state;
  const known = { kind, user_id, expires_at, about, to, attempts: event.data.attempt };
  if (event.type === 'DeliverySent') return { ...known, status: 'sent' };
  const { next_attempt_at } = event.data;
  return next_attempt_at === null ? { ...known, status: 'dead' } : { ...known, status: 'waiting', next_attempt_at };
}
