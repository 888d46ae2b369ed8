import type { RecordedVacationEvent } from './events.ts';

export interface Vacation {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly created_at: string;
  readonly event_id: string;
}
/** The vacations that were not cancelled, in the order in which they were made. */
export type VacationsState = readonly Vacation[];

export const initial: VacationsState = [];

export function evolve(state: VacationsState, event: RecordedVacationEvent): VacationsState {
  switch (event.type) {
    case 'VacationTaken':
      return [...state, { ...event.data, created_at: event.metadata.at, event_id: event.id }];
    case 'VacationCancelled':
      return state.filter(({ id }) => id !== event.data.id);
    default:
      return state;
  }
}

export const vacationOn = (state: VacationsState, date: string): Vacation | null =>
  state.find(({ from, to }) => from <= date && date <= to) ?? null;
