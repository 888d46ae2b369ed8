import type { RecordedDayEvent } from './events.ts';

export interface DayState {
  readonly owner: string | null;
  /** The zone in which it was closed; null: it is open. */
  readonly zone: string | null;
  /** Alerts by id. */
  readonly alerts: Readonly<Record<string, { readonly acknowledged: boolean }>>;
}

export const initial: DayState = { owner: null, zone: null, alerts: {} };

export function evolve(state: DayState, event: RecordedDayEvent): DayState {
  const owned = { ...state, owner: state.owner ?? event.metadata.owner };
  switch (event.type) {
    case 'DayClosed':
      return { ...owned, zone: event.data.zone };
    case 'AlertRaised':
      return { ...owned, alerts: { ...state.alerts, [event.data.alert_id]: { acknowledged: false } } };
    case 'AlertAcknowledged':
      return { ...owned, alerts: { ...state.alerts, [event.data.alert_id]: { acknowledged: true } } };
    default:
      return state;
  }
}
