import { endOfDay } from '../calendar/local.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { derivedId } from '../kernel/derived-ids.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { DAY_EVENTS, type DayClosed, type DayEvent, type RecordedDayEvent } from './events.ts';

export interface DayState {
  readonly owner: string | null;
  /** The zone in which the day was closed; null: the day is open. */
  readonly zone: string | null;
  readonly alerts: Readonly<Record<string, { readonly acknowledged: boolean; readonly resolved: boolean }>>;
}

const initial: DayState = { owner: null, zone: null, alerts: {} };

function evolve(state: DayState, event: RecordedDayEvent): DayState {
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

/** `before` and `streak`: the owner's streak without this day and with it. */
export type CloseDay = DayClosed['data'] & { readonly type: 'CloseDay'; readonly owner: string; readonly now: string };
/** Says that a streak of this length ended on this day, because a later decision changed the closed day. `at`: when the program noticed. */
export type NoteBreak = {
  readonly type: 'NoteBreak';
  readonly owner: string;
  readonly date: string;
  readonly length: number;
  readonly at: string;
};
/** Says that a streak continues although an alert said that it ended on this day: the miss no longer counts. */
export type NoteMended = {
  readonly type: 'NoteMended';
  readonly owner: string;
  readonly date: string;
  readonly reason: 'corrected' | 'undone';
  readonly at: string;
};
export type AcknowledgeDayAlert = {
  readonly type: 'AcknowledgeAlert';
  readonly owner: string;
  readonly now: string;
  readonly alert_id: string;
};
export type DayCommand = CloseDay | NoteBreak | NoteMended | AcknowledgeDayAlert;

/** A streak of at least this many days raises an alert when it ends. */
export const WORTH_AN_ALERT = 3;

function decide(command: DayCommand, state: DayState): readonly Decided<DayEvent>[] {
  if (command.type === 'CloseDay') return close(command, state);
  if (command.type === 'NoteMended') return noteMended(command, state);
  return command.type === 'NoteBreak' ? noteBreak(command, state) : acknowledge(command, state);
}

function noteMended({ reason, at }: NoteMended, { alerts }: DayState): readonly Decided<DayEvent>[] {
  const untrue = Object.entries(alerts).filter(([, { resolved }]) => !resolved);
  return untrue.map(([alert_id]) => ({ type: 'AlertResolved', data: { alert_id, reason }, at, by: SYSTEM }));
}

function noteBreak({ owner, date, length, at }: NoteBreak, { zone, alerts }: DayState): readonly Decided<DayEvent>[] {
  if (zone === null || length < WORTH_AN_ALERT || Object.keys(alerts).length > 0) return [];
  return [broken(owner, date, zone, length, at)];
}

/** A day is closed once, after its local end, and only if something was planned on it. */
function close({ type: _, owner, now, ...day }: CloseDay, state: DayState): readonly Decided<DayEvent>[] {
  const end = endOfDay(day.date, day.zone);
  const { kept, missed, skipped, open } = day.counts;
  if (state.zone !== null || now <= end || kept + missed + skipped + open === 0) return [];
  const closed: Decided<DayEvent> = { type: 'DayClosed', data: day, at: end, by: SYSTEM };
  const broke = day.before.current >= WORTH_AN_ALERT && day.streak.current < day.before.current;
  return broke ? [closed, broken(owner, day.date, day.zone, day.before.current, end)] : [closed];
}

const broken = (owner: string, date: string, zone: string, length: number, at: string): Decided<DayEvent> => ({
  type: 'AlertRaised',
  data: {
    alert_id: derivedId('streak_alert', owner, 'streak_broken', date),
    kind: 'streak_broken',
    alert_type: 'streak_broken',
    severity: 'medium',
    task_id: null,
    title: null,
    about: endOfDay(date, zone),
    zone,
    streak: length,
  },
  at,
  by: SYSTEM,
});

function acknowledge({ owner, now, alert_id }: AcknowledgeDayAlert, state: DayState): readonly Decided<DayEvent>[] {
  const alert = state.alerts[alert_id];
  if (!alert || state.owner !== owner) throw new RuleViolation('not_found', 'There is no such alert.');
  return alert.acknowledged ? [] : [{ type: 'AlertAcknowledged', data: { alert_id }, at: now }];
}

export const dayDecider: Decider<DayState, DayCommand, DayEvent> = { events: DAY_EVENTS, initial, evolve, decide };
