import type { RecordedOf } from '../kernel/event.ts';

export type RhythmKind = 'reminder' | 'weekly_report' | 'weekly_assessment';

/**
 * What comes round for an owner, once for each (owner, kind, local date): one stream each. `at` is the
 * scheduled instant, whenever the job ran. What is sent is a delivery of its own.
 */
export type ReminderCame = {
  readonly type: 'ReminderCame';
  readonly data: {
    readonly date: string;
    readonly zone: string;
    readonly scheduled_at: string;
    /** Filled already, switched off, or on vacation: nothing was sent. */
    readonly outcome: 'sent' | 'filled' | 'off' | 'vacation';
    /** 30 elapsed minutes later; null: no escalation can follow. */
    readonly escalates_at: string | null;
  };
};
export type EscalationCame = {
  readonly type: 'EscalationCame';
  readonly data: { readonly date: string; readonly outcome: 'escalated' | 'filled' | 'off' | 'vacation' | 'no_partner' };
};
/** `from` and `to`: the week that it is of, first and last day. */
interface WeekCame {
  readonly date: string;
  readonly zone: string;
  readonly scheduled_at: string;
  readonly from: string;
  readonly to: string;
  readonly outcome: 'sent' | 'nothing_planned' | 'off';
}
export type WeeklyReportCame = { readonly type: 'WeeklyReportCame'; readonly data: WeekCame };
export type WeeklyAssessmentCame = { readonly type: 'WeeklyAssessmentCame'; readonly data: WeekCame };
/** 'Nothing due today' was pressed; in the reminder's stream of that date. */
export type NothingDueSaid = { readonly type: 'NothingDueSaid'; readonly data: { readonly date: string } };
export type RhythmEvent = ReminderCame | EscalationCame | WeeklyReportCame | WeeklyAssessmentCame | NothingDueSaid;
export type RecordedRhythmEvent = RecordedOf<RhythmEvent>;
export const rhythmStream = (kind: RhythmKind, userId: string, date: string): string => `${kind}-${userId}-${date}`;
