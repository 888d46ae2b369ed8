/** What elapsed time does to a task. */
export type TimeStep =
  | 'due_24h'
  | 'due_2h'
  | 'missed'
  | 'proof_30m'
  | 'proof_expired'
  | 'proof_final'
  | 'review_reminder'
  | 'review_over'
  | 'appeal_over'
  | 'accepted_over'
  | 'archived';

export interface TimeWindow {
  readonly step: TimeStep;
  /** The instant from which on the step applies. */
  readonly from: string;
  /** The instant from which on the step no longer applies; null: it applies until it is done. */
  readonly until: string | null;
  /** The instant that the step is about. */
  readonly about: string;
}

/** A deadline passes one millisecond after its last instant. */
export const PASSED = 1;
