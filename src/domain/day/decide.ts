import { v5 } from 'uuid';
import { endOfDay } from '../calendar/local.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import type { DayClosed, DayEvent } from './events.ts';
import { DAY_EVENTS } from './events.ts';
import { type DayState, evolve, initial } from './state.ts';

/** `before` and `streak`: the owner's streak without this day and with it. */
export type CloseDay = DayClosed['data'] & { readonly type: 'CloseDay'; readonly owner: string; readonly now: string };
/**
 * Says that a streak of this length ended on this day, because of something that was decided after the day was closed.
 * `at`: when that was found.
 */
export type NoteBreak = {
  readonly type: 'NoteBreak';
  readonly owner: string;
  readonly date: string;
  readonly length: number;
  readonly at: string;
};
/** Says that a streak that was noted as ended on this day goes on: a miss counts no longer. */
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

/** Namespace of the alerts' ids: a repeated closing raises the same alert. */
const ALERTS = '0b6f9a53-3f0e-5d6c-8f6e-5a1d0c9e7b21';
/** The length from which on the end of a streak raises an alert, in days. */
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

/** Raises at most one alert for each day. */
function noteBreak({ owner, date, length, at }: NoteBreak, { zone, alerts }: DayState): readonly Decided<DayEvent>[] {
  if (zone === null || length < WORTH_AN_ALERT || Object.keys(alerts).length > 0) return [];
  return [broken(owner, date, zone, length, at)];
}

/** Nothing happens before the local day has ended, on a day with nothing planned, or a second time. */
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
    alert_id: v5(`${owner} streak_broken ${date}`, ALERTS),
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
