import { MINUTE, plus } from '../calendar/dates.ts';
import { addDays } from '../calendar/local.ts';
import { weekOfAssessment, weekOfReport } from '../calendar/occurrences.ts';
import { type Decider, RuleViolation } from '../kernel/decider.ts';
import { type Decided, SYSTEM } from '../kernel/event.ts';
import { type EscalationCame, REMINDER_EVENTS, type RecordedReminderEvent, type ReminderEvent } from './events.ts';

export interface ReminderState {
  readonly recorded: boolean;
  readonly nothing_due: boolean;
  /** When a reminder escalates; null: it does not escalate, or has done so already. */
  readonly escalates_at: string | null;
  /** The outcome of the escalation; null: undecided. */
  readonly escalation: EscalationCame['data']['outcome'] | null;
}

const initial: ReminderState = { recorded: false, nothing_due: false, escalates_at: null, escalation: null };

function evolve(state: ReminderState, event: RecordedReminderEvent): ReminderState {
  switch (event.type) {
    case 'NothingDueSaid':
      return { ...state, nothing_due: true };
    case 'ReminderCame':
      return { ...state, recorded: true, escalates_at: event.data.escalates_at };
    case 'EscalationCame':
      return { ...state, escalates_at: null, escalation: event.data.outcome };
    case 'WeeklyReportCame':
    case 'WeeklyAssessmentCame':
      return { ...state, recorded: true };
    default:
      return state;
  }
}

interface Occurrence {
  readonly date: string;
  readonly zone: string;
  readonly scheduled_at: string;
}
/** The day as it is at the time of the decision. */
interface Day {
  /** At least one task is due on it. */
  readonly filled: boolean;
  readonly on_vacation: boolean;
  readonly is_rest_day: boolean;
  readonly is_enabled: boolean;
}

export type Remind = { readonly type: 'Remind' } & Occurrence & Day;
export type Escalate = { readonly type: 'Escalate'; readonly date: string; readonly now: string; readonly has_partner: boolean } & Day;
/** `planned`: the week of the message had at least one task. `is_enabled`: the owner wants this message by mail. */
export type Report = {
  readonly type: 'Report' | 'Assess';
  readonly planned: boolean;
  readonly is_enabled: boolean;
} & Occurrence;
export type SayNothingDue = { readonly type: 'SayNothingDue'; readonly date: string; readonly today: string };
export type ReminderCommand = Remind | Escalate | Report | SayNothingDue;

const ESCALATES_AFTER = 30 * MINUTE;
const DAYS_AHEAD = 14;

export const reminderDecider: Decider<ReminderState, ReminderCommand, ReminderEvent> = { events: REMINDER_EVENTS, initial, evolve, decide };

function decide(command: ReminderCommand, state: ReminderState): readonly Decided<ReminderEvent>[] {
  switch (command.type) {
    case 'SayNothingDue':
      return sayNothingDue(command, state);
    case 'Remind':
      return state.recorded ? [] : [remind(command, state)];
    case 'Escalate':
      return escalate(command, state);
    default:
      return state.recorded ? [] : [report(command)];
  }
}

function remind(command: Remind, { nothing_due }: ReminderState): Decided<ReminderEvent> {
  const { date, zone, scheduled_at } = command;
  const outcome = reasonToSkip(command, nothing_due) ?? 'sent';
  const escalates_at = outcome === 'sent' ? plus(scheduled_at, ESCALATES_AFTER) : null;
  return { type: 'ReminderCame', data: { date, zone, scheduled_at, outcome, escalates_at }, at: scheduled_at, by: SYSTEM };
}

/** Escalates once, and not before `escalates_at`, even if the owner has changed the zone or the reminder time since. */
function escalate(command: Escalate, { escalates_at, nothing_due }: ReminderState): readonly Decided<ReminderEvent>[] {
  if (escalates_at === null || command.now < escalates_at) return [];
  const outcome = reasonToSkip(command, nothing_due) ?? (command.has_partner ? 'escalated' : 'no_partner');
  return [{ type: 'EscalationCame', data: { date: command.date, outcome }, at: escalates_at, by: SYSTEM }];
}

type Reason = 'off' | 'vacation' | 'rest_day' | 'filled';

function reasonToSkip({ is_enabled, on_vacation, is_rest_day, filled }: Day, nothingDue: boolean): Reason | null {
  if (!is_enabled) return 'off';
  if (on_vacation) return 'vacation';
  if (is_rest_day) return 'rest_day';
  return filled || nothingDue ? 'filled' : null;
}

function report({ type, date, zone, scheduled_at, planned, is_enabled }: Report): Decided<ReminderEvent> {
  const outcome = !planned ? 'nothing_planned' : is_enabled ? 'sent' : 'off';
  const about = type === 'Report' ? weekOfReport(date) : weekOfAssessment(date);
  return {
    type: type === 'Report' ? 'WeeklyReportCame' : 'WeeklyAssessmentCame',
    data: { date, zone, scheduled_at, ...about, outcome },
    at: scheduled_at,
    by: SYSTEM,
  };
}

/** @throws RuleViolation deadline_passed for a past day, validation_failed for one too far ahead */
function sayNothingDue({ date, today }: SayNothingDue, { nothing_due }: ReminderState): readonly Decided<ReminderEvent>[] {
  if (date < today) throw new RuleViolation('deadline_passed', 'This day is over.');
  if (date > addDays(today, DAYS_AHEAD)) {
    const sentence = `Today, or one of the next ${DAYS_AHEAD} days.`;
    throw new RuleViolation('validation_failed', sentence, { date: [sentence] });
  }
  return nothing_due ? [] : [{ type: 'NothingDueSaid', data: { date } }];
}
