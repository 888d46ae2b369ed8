import type { RecordedDayEvent } from './events.ts';

export interface DayState {
  readonly owner: string | null;
  /** The zone in which the day was closed; null: the day is open. */
  readonly zone: string | null;
  readonly alerts: Readonly<Record<string, { readonly acknowledged: boolean; readonly resolved: boolean }>>;
}

export const initial: DayState = { owner: null, zone: null, alerts: {} };

export function evolve(state: DayState, event: RecordedDayEvent): DayState {
  const owned = { ...state, owner: state.owner ?? event.metadata.owner };
  switch (event.type) {
    case 'DayClosed':
      return { ...owned, zone: event.data.zone };
    case 'AlertRaised':
      return { ...owned, alerts: { ...state.alerts, [event.data.alert_id]: { acknowledged: false, resolved: false } } };
    case 'AlertResolved':
      return withAlert(owned, event.data.alert_id, { resolved: true });
    case 'AlertAcknowledged':
      return withAlert(owned, event.data.alert_id, { acknowledged: true });
    default:
      return state;
  }
}

function withAlert(state: DayState, id: string, patch: Partial<DayState['alerts'][string]>): DayState {
  const alert = state.alerts[id] ?? { acknowledged: false, resolved: false };
  return { ...state, alerts: { ...state.alerts, [id]: { ...alert, ...patch } } };
}
