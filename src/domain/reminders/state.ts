import type { EscalationCame, RecordedReminderEvent } from './events.ts';

export interface ReminderState {
  readonly recorded: boolean;
  readonly nothing_due: boolean;
  /** When a reminder escalates; null: it does not escalate, or has done so already. */
  readonly escalates_at: string | null;
  /** The outcome of the escalation; null: undecided. */
  readonly escalation: EscalationCame['data']['outcome'] | null;
}

export const initial: ReminderState = { recorded: false, nothing_due: false, escalates_at: null, escalation: null };

export function evolve(state: ReminderState, event: RecordedReminderEvent): ReminderState {
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
