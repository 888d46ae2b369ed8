import type { Task } from '../api/tasks.ts';
import { dayWord, duration } from '../lib/words.ts';
import { localTime } from '../lib/zone.ts';
import { markOf } from '../ui/mark.tsx';

/** Whether a routine's task was skipped because of a vacation. */
export const onVacation = (task: Pick<Task, 'status' | 'skipReason' | 'recurringTaskId'>): boolean =>
  task.status === 'skipped' && task.recurringTaskId !== null && task.skipReason === 'vacation';

/** Whether a task is open: pending or in progress. */
export const isOpen = (task: Pick<Task, 'status'>): boolean => task.status === 'pending' || task.status === 'in_progress';

/** Proof was asked for, and may still be accepted. */
const awaitsProof = ({ completed, verificationState: proof }: Task): boolean =>
  completed && (proof === 'awaiting_proof' || proof === 'in_review' || proof === 'rejected');

/**
 * Something is still to be done about it, or its proof to be judged. How a task counts is its `outcome`, which the
 * server says; a task without a due date counts nowhere, so that its list goes by what there is to do.
 */
export const isUndecided = (task: Task): boolean => (task.outcome === 'none' ? isOpen(task) || awaitsProof(task) : task.outcome === 'open');

/** Ticked off for good: kept or, without a due date, done with nothing left to prove. */
export const isDone = (task: Task): boolean =>
  task.outcome === 'none' ? task.completed && !awaitsProof(task) && task.verificationState !== 'expired' : task.outcome === 'kept';

export interface BadgeWords {
  readonly tone: 'd' | 'm' | 'r';
  readonly text: string;
}

/** The badge of a task that needs somebody: missed, sent back, proof due, or in review. Null for all others. */
export function badgeOf(task: Task, zone: string, today: string, now: number): BadgeWords | null {
  const mark = markOf(task);
  if (mark === 'missed') return { tone: 'm', text: 'Missed' };
  if (mark === 'expired') return { tone: 'm', text: 'Proof expired' };
  if (mark === 'in_review') return { tone: 'r', text: 'In review' };
  if (mark === 'rejected') return { tone: 'm', text: task.proofDueAt ? `Sent back, ${left(task.proofDueAt, now)}` : 'Sent back' };
  if (mark !== 'awaiting_proof') return null;
  if (!task.proofDueAt) return { tone: 'd', text: 'Awaiting proof' };
  const due = localTime(task.proofDueAt, zone);
  return { tone: 'd', text: due.date === today ? `Proof due ${due.time}` : `Proof due ${dayWord(due.date, today)} ${due.time}` };
}

const left = (until: string, now: number): string => {
  const minutes = Math.floor((Date.parse(until) - now) / 60_000);
  return minutes <= 0 ? 'closed' : `${duration(minutes)} left`;
};

export const PRIORITY_WORDS = { high: 'High', medium: 'Medium', low: 'Low', none: 'None' } as const;
export const PROOF_WORDS = {
  none: 'No proof',
  email: 'Email',
  coding: 'Coding',
  system_design: 'System design',
  general: 'General',
} as const;
