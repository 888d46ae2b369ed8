import type { AlertEvent } from '../kernel/alert.ts';
import type { RecordedOf, SealedPart } from '../kernel/event.ts';
import type {
  About,
  DeliveryKind,
  DeliveryRequested,
  PartnersWords,
  ProofTopic,
  Pushed,
  RecordedDeliveryEvent,
  ToPartner,
} from './events.ts';

export interface Requested {
  readonly kind: DeliveryKind;
  readonly channel: DeliveryRequested['data']['channel'];
  readonly user_id: string;
  readonly to: SealedPart<DeliveryRequested> | null;
  readonly expires_at: string | null;
  readonly about: readonly About[];
  readonly proofs: readonly ProofTopic[];
  readonly partner: ToPartner | null;
  readonly words: PartnersWords | null;
  readonly push: Pushed | null;
  /** When it was requested, or the time it was delayed to. Links and the message itself expire relative to this time. */
  readonly requested_at: string;
  /** Attempts that were begun or have an outcome. */
  readonly attempts: number;
}

export type DeliveryState =
  | { readonly status: 'none' }
  | (Requested & {
      readonly status: 'waiting';
      readonly next_attempt_at: string;
      /** The outcome of the last attempt is still unknown. */
      readonly begun: boolean;
    })
  | (Requested & { readonly status: 'sent' | 'cancelled' })
  /** `alert`: the alert about the failure; null: there is none. */
  | (Requested & { readonly status: 'dead'; readonly alert: DeliveryAlert | null });

export interface DeliveryAlert {
  readonly id: string;
  readonly owner: string | null;
  readonly acknowledged: boolean;
  readonly resolved: boolean;
  readonly version: number;
}

export const initial: DeliveryState = { status: 'none' };

export function evolve(state: DeliveryState, event: RecordedDeliveryEvent): DeliveryState {
  if (event.type === 'DeliveryRequested') {
    const { about = [], proofs = [], partner = null, words = null, push = null, ...data } = event.data;
    const { at } = event.metadata;
    return {
      status: 'waiting',
      ...data,
      about,
      proofs,
      partner,
      words,
      push,
      to: event.private,
      attempts: 0,
      requested_at: at,
      next_attempt_at: at,
      begun: false,
    };
  }
  if (state.status === 'none') return state;
  if (event.type === 'AlertRaised' || event.type === 'AlertResolved' || event.type === 'AlertAcknowledged') return alerted(state, event);
  const { status: _, ...known } = state;
  if (event.type === 'DeliveryCancelled') return { ...known, status: 'cancelled' };
  if (event.type === 'DeliveryDelayed') return delayed(state, event.data.until);
  const attempts = event.data.attempt;
  if (event.type === 'DeliveryBegun') return { ...known, attempts, status: 'waiting', next_attempt_at: event.data.until, begun: true };
  if (event.type === 'DeliverySent') return { ...known, attempts, status: 'sent' };
  const { next_attempt_at } = event.data;
  if (next_attempt_at === null) return { ...known, attempts, status: 'dead', alert: null };
  return { ...known, attempts, status: 'waiting', next_attempt_at, begun: false };
}

/** A delayed message stays valid as long as if it had been requested at `until`. A push that waits does not: what it tells passes meanwhile. */
function delayed(state: Exclude<DeliveryState, { status: 'none' }>, until: string): DeliveryState {
  if (state.status !== 'waiting') return state;
  if (state.channel === 'push') return { ...state, next_attempt_at: until };
  const { expires_at, requested_at } = state;
  const added = Date.parse(until) - Date.parse(requested_at);
  const expires = expires_at === null ? null : new Date(Date.parse(expires_at) + added).toISOString();
  return { ...state, requested_at: until, expires_at: expires, next_attempt_at: until };
}

function alerted(state: DeliveryState, event: RecordedOf<AlertEvent>): DeliveryState {
  if (state.status !== 'dead') return state;
  const version = event.revision;
  if (event.type === 'AlertRaised') {
    const alert = { id: event.data.alert_id, owner: event.metadata.owner, acknowledged: false, resolved: false, version };
    return { ...state, alert };
  }
  if (state.alert === null) return state;
  const change = event.type === 'AlertResolved' ? { resolved: true } : { acknowledged: true };
  return { ...state, alert: { ...state.alert, ...change, version } };
}
