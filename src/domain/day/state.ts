import type { RecordedDayEvent } from './events.ts';

export interface DayState {
  readonly owner: string | null;
  readonly closed: boolean;
  /** Alerts by id. */
  readonly alerts: Readonly<Record<string, { readonly acknowledged: boolean }>>;
}

export const initial: DayState = { owner: null, closed: false, alerts: {} };

export function evolve(state: DayState, event: RecordedDayEvent): DayState {
  const owned = { ...state, owner: state.owner ?? event.metadata.owner };
  switch (event.type) {
    case 'DayClosed':
      return { ...owned, closed: true };
    case 'AlertRaised':
      return { ...owned, alerts: { ...state.alerts, [event.data.alert_id]: { acknowledged: false } } };
    case 'AlertAcknowledged':
      return { ...owned, alerts: { ...state.alerts, [event.data.alert_id]: { acknowledged: true } } };
    default:
      return state;
  }
}
