import { HOUR, toEpoch } from '../../domain/calendar/instant.ts';
import { JUDGE_KINDS, type JudgeKind } from '../../domain/proof/event-data.ts';
import { isRejectedForGood } from '../../domain/task/rules.ts';
import type { TaskDoc } from '../task/tasks.ts';

export interface VerificationStats {
  /** How many tasks ask for proof. A skipped task no longer does. */
  readonly required: number;
  readonly verified: number;
  readonly rejected: number;
  readonly expired: number;
  readonly waiting: number;
  /** Who accepted, or rejected for good. */
  readonly by_judge: Readonly<Record<JudgeKind, number>>;
  /** From the completion to the first proof. Null: there is none. */
  readonly median_hours_to_proof: number | null;
  /** From the last proof to the judge's decision. The owner's own word is not included, because it comes at once. */
  readonly median_hours_to_decision: number | null;
}

type Counted = Pick<
  TaskDoc,
  'status' | 'completed_at' | 'verification_state' | 'decided_at' | 'decided_by' | 'first_proof_at' | 'last_proof_at'
>;

export function statsOf(tasks: readonly Counted[]): VerificationStats {
  const count = (is: (task: Counted) => boolean): number => tasks.filter(is).length;
  const decidedBy = (kind: JudgeKind) => (task: Counted) => task.decided_by === kind && task.decided_at !== null;
  const by_judge = Object.fromEntries(JUDGE_KINDS.map((kind) => [kind, count(decidedBy(kind))])) as Record<JudgeKind, number>;
  return {
    required: count(({ status }) => status !== 'skipped'),
    verified: count(({ verification_state: state }) => state === 'verified'),
    rejected: count(isRejectedForGood),
    expired: count(({ verification_state: state }) => state === 'expired'),
    waiting: count(({ verification_state: state }) => state === 'in_review'),
    by_judge,
    median_hours_to_proof: median(tasks.flatMap(({ completed_at, first_proof_at }) => hours(completed_at, first_proof_at))),
    median_hours_to_decision: median(
      tasks.flatMap(({ last_proof_at, decided_at, decided_by }) =>
        decided_by === null || decided_by === 'self' ? [] : hours(last_proof_at, decided_at),
      ),
    ),
  };
}

/** Not below 0: a task can be completed again after its first proof. */
const hours = (from: string | null, to: string | null): readonly number[] =>
  from === null || to === null ? [] : [Math.max(0, (toEpoch(to) - toEpoch(from)) / HOUR)];

/** Rounded to a hundredth. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 100) / 100;
}
