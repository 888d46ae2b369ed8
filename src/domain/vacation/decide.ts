import { localDate } from '../calendar/local.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import type { Decided } from '../kernel/event.ts';
import { type RecordedVacationEvent, VACATION_EVENTS, type VacationEvent } from './events.ts';

export interface Vacation {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly created_at: string;
  readonly event_id: string;
}
/** The vacations that were not cancelled, in the order in which they were made. */
export type VacationsState = readonly Vacation[];

const initial: VacationsState = [];

function evolve(state: VacationsState, event: RecordedVacationEvent): VacationsState {
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

export type VacationCommand =
  | {
      readonly type: 'Take';
      readonly id: string;
      readonly from: string;
      readonly to: string;
      readonly now: string;
      readonly zone: string;
    }
  | { readonly type: 'Cancel'; readonly id: string; readonly if_match: number | null; readonly now: string };

const MOST_VACATIONS = 50;
const TOO_MANY = `You have ${MOST_VACATIONS} vacations ahead, which is as many as an account holds. Cancel one of them, then try again.`;

const OVER = 'This vacation is over already. Choose a last day from today on.';

function decide(command: VacationCommand, state: VacationsState): readonly Decided<VacationEvent>[] {
  if (command.type === 'Take') return take(command, state);
  const found = state.find(({ id }) => id === command.id);
  if (!found) throw new RuleViolation('not_found', 'There is no such vacation.');
  if (command.if_match !== null && command.if_match !== VERSION)
    throw new RuleViolation('precondition_failed', 'This vacation is not the one that you read.');
  const { id, from, to } = found;
  return [{ type: 'VacationCancelled', data: { id, from, to }, at: command.now }];
}

/** The version of every vacation. A vacation never changes: it exists or it does not. */
export const VERSION = 0;

function take(
  { id, from, to, now, zone }: Extract<VacationCommand, { type: 'Take' }>,
  state: VacationsState,
): readonly Decided<VacationEvent>[] {
  if (state.some((one) => one.id === id)) return [];
  if (to < from)
    throw new RuleViolation('validation_failed', 'The last day lies before the first.', { to: ['The last day lies before the first.'] });
  const today = localDate(now, zone);
  if (to < today) throw new RuleViolation('validation_failed', OVER, { to: [OVER] });
  if (state.some((one) => one.from <= to && from <= one.to))
    throw new RuleViolation('conflict', 'There is a vacation on some of these days already.');
  if (state.filter((one) => one.to >= today).length >= MOST_VACATIONS) throw new RuleViolation('limit_reached', TOO_MANY);
  return [{ type: 'VacationTaken', data: { id, from, to }, at: now }];
}

export const vacationDecider: Decider<VacationsState, VacationCommand, VacationEvent> = {
  events: VACATION_EVENTS,
  initial,
  evolve,
  decide,
};
