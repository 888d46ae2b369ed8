import type { RecordedOf } from '../kernel/event.ts';

/** One stream an owner. */
export type VacationTaken = {
  readonly type: 'VacationTaken';
  readonly data: { readonly id: string; readonly from: string; readonly to: string };
};
export type VacationCancelled = {
  readonly type: 'VacationCancelled';
  readonly data: { readonly id: string; readonly from: string; readonly to: string };
};
export type VacationEvent = VacationTaken | VacationCancelled;
export type RecordedVacationEvent = RecordedOf<VacationEvent>;
export const vacationStream = (userId: string): string => `vacations-${userId}`;
