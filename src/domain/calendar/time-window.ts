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
  readonly from: string;
  /** The first instant at which the step no longer applies; null: it applies until it is done. */
  readonly until: string | null;
  /** The deadline or instant that the step refers to. */
  readonly about: string;
}

/** A deadline has passed one millisecond after its last instant. */
export const PASSED = 1;
