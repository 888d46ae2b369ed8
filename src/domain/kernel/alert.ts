import type { Sealed } from './sealed.ts';

/**
 * Alerts live in the stream of what caused them (a task, a closed day), so that they are raised and
 * resolved in the same append as their cause. These shapes are shared by those aggregates.
 */
export type AlertKind = 'due_24h' | 'due_2h' | 'missed' | 'proof_30m' | 'proof_expired' | 'streak_broken';
export type AlertType = 'task_missed' | 'deadline_approaching' | 'streak_broken' | 'other';
export type Severity = 'critical' | 'high' | 'medium' | 'low';

export type AlertRaised = {
  readonly type: 'AlertRaised';
  readonly data: {
    readonly alert_id: string;
    readonly kind: AlertKind;
    readonly alert_type: AlertType;
    readonly severity: Severity;
    readonly task_id: string | null;
    /** The task's title as it was then. */
    readonly title: Sealed | null;
    /** The instant that the alert speaks of: the due instant, the end of the proof deadline, the day's end. */
    readonly about: string;
    /** The zone in which that instant is to be read. */
    readonly zone: string;
    /** For `streak_broken`: the length that ended. */
    readonly streak: number | null;
  };
};

export type AlertResolved = {
  readonly type: 'AlertResolved';
  readonly data: {
    readonly alert_id: string;
    readonly reason: 'completed' | 'skipped' | 'deleted' | 'moved' | 'superseded' | 'missed' | 'undone' | 'expired';
  };
};

export type AlertAcknowledged = {
  readonly type: 'AlertAcknowledged';
  readonly data: { readonly alert_id: string };
};

export type AlertEvent = AlertRaised | AlertResolved | AlertAcknowledged;
