import { z } from 'zod';
import { fullDate } from '../../contracts/words/format.ts';
import { defineEvent, defineStream, type EventOf, id, localDate } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const vacation = z.strictObject({
  id: id.describe('The vacation.'),
  from: localDate.describe('Its first day.'),
  to: localDate.describe('Its last day.'),
});
const example = { data: { id: '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01', from: '2026-12-21', to: '2027-01-03' } };
const days = ({ from, to }: z.output<typeof vacation>): string => `From ${fullDate(from)} to ${fullDate(to)}.`;

export const VacationTaken = defineEvent({
  type: 'VacationTaken',
  startsStream: true,
  publicName: 'vacation.created',
  label: 'Vacation taken',
  meaning: "The owner takes a vacation: routines' occurrences on its days are skipped, and no reminder comes.",
  since: '0.1.0',
  history: 'tasks',
  data: vacation,
  example,
  detail: ({ data }) => days(data),
  changes: ({ from, to }) => ({ after: { from, to } }),
});
export type VacationTaken = EventOf<typeof VacationTaken>;

export const VacationCancelled = defineEvent({
  type: 'VacationCancelled',
  publicName: 'vacation.cancelled',
  label: 'Vacation cancelled',
  meaning: 'The owner gives a vacation up: what is not yet due on its days comes back.',
  since: '0.1.0',
  history: 'tasks',
  data: vacation,
  example,
  detail: ({ data }) => days(data),
  changes: ({ from, to }) => ({ before: { from, to } }),
});
export type VacationCancelled = EventOf<typeof VacationCancelled>;

export const VACATION_EVENTS = [VacationTaken, VacationCancelled] as const;
export type VacationEvent = EventOf<(typeof VACATION_EVENTS)[number]>;
export type RecordedVacationEvent = RecordedOf<VacationEvent>;
export const vacationStream = defineStream('vacations');
