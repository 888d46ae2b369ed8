import type { Task } from '../api/tasks.ts';
import { awaitsProof, isOpen } from './state.ts';

/** What pressing a mark does, in words and as a function. */
export interface Press {
  readonly label: string;
  readonly run: () => void;
}

interface Ways {
  readonly complete: (task: Task) => void;
  readonly reopen: (task: Task) => void;
  readonly openProof: (id: string) => void;
}

/**
 * What pressing the mark of a task does: it completes an open task, completes a missed one late, opens the proof where proof is
 * asked for or in review, and reopens any other completed task. Null where the mark cannot be pressed: what was judged stays.
 */
export function pressOf(task: Task, { complete, reopen, openProof }: Ways): Press | null {
  if (task.archived || task.deleted) return null;
  if (isOpen(task)) return { label: 'Complete', run: () => complete(task) };
  if (task.status === 'missed') return { label: 'Complete late', run: () => complete(task) };
  if (task.status !== 'completed' || task.verificationState === 'expired') return null;
  if (awaitsProof(task) && !task.late)
    return { label: task.verificationState === 'in_review' ? 'See the proof' : 'Give proof', run: () => openProof(task.id) };
  const isJudged = task.verificationState === 'verified' && !task.onWord;
  return isJudged ? null : { label: 'Open again', run: () => reopen(task) };
}
