import { clockTime, dayWord, duration } from '../../src/contracts/words/format.ts';
import { markOf } from '../../src/contracts/words/marks.ts';
import type { Task } from '../api/tasks.ts';
import { localTime } from '../lib/calendar.ts';

export const onVacation = (task: Pick<Task, 'status' | 'skipReason' | 'recurringTaskId'>): boolean =>
  task.status === 'skipped' && task.recurringTaskId !== null && task.skipReason === 'vacation';

/** Pending or in progress. */
export const isOpen = (task: Pick<Task, 'status'>): boolean => task.status === 'pending' || task.status === 'in_progress';

/** A focus session can be started on it. */
export const canFocus = (task: Pick<Task, 'status' | 'archived' | 'deleted'>): boolean =>
  (isOpen(task) || task.status === 'missed') && !task.archived && !task.deleted;

/** The task asks for a proof that may still be accepted. */
export const awaitsProof = ({ completed, verificationState: proof }: Task): boolean =>
  completed && (proof === 'awaiting_proof' || proof === 'in_review' || proof === 'rejected');

/**
 * The task is still to be done, or its proof is to be judged. The server's `outcome` says how a task counts; a task without a
 * due date counts nowhere, so its status and proof decide.
 */
export const isUndecided = (task: Task): boolean => (task.outcome === 'none' ? isOpen(task) || awaitsProof(task) : task.outcome === 'open');

/**
 * An open task accepts a proof until its due instant, and the proof completes it. A completed task accepts one until the proof
 * deadline. `now` is the server's time in milliseconds.
 */
export function canProve(task: Task, now: number): boolean {
  if (task.verificationType === 'none' || task.archived || task.deleted || task.late) return false;
  const state = task.verificationState;
  const until = isOpen(task) ? task.dueAt : task.proofDueAt;
  if (!isOpen(task) && !(task.status === 'completed' && (state === 'awaiting_proof' || state === 'rejected'))) return false;
  return until === null || Date.parse(until) >= now;
}

/** The due instant, or the end of the time for proof. Null: the task does not count as missed. */
export function missedAt(task: Task): string | null {
  if (task.outcome !== 'missed') return null;
  return task.status === 'completed' && !task.late ? task.proofDueAt : (task.missedAt ?? task.dueAt);
}

const APPEAL_MS = 7 * 86_400_000;
/** The end of the time for an appeal, in milliseconds. */
export const appealUntil = (missed: string): number => Date.parse(missed) + APPEAL_MS;

export const proofAddress = (id: string): string => `/verify/task/${encodeURIComponent(id)}`;

/** Kept or, without a due date, completed with no proof left to give. */
export const isDone = (task: Task): boolean =>
  task.outcome === 'none' ? task.completed && !awaitsProof(task) && task.verificationState !== 'expired' : task.outcome === 'kept';

export interface BadgeWords {
  readonly tone: 'd' | 'm' | 'r';
  readonly text: string;
}

/** Only for tasks that need somebody: missed, sent back, proof due, or in review. Null for all others. */
export function badgeOf(task: Task, zone: string, today: string, now: number): BadgeWords | null {
  const mark = markOf(task);
  if (mark === 'missed') return { tone: 'm', text: 'Missed' };
  if (mark === 'expired') return { tone: 'm', text: 'Proof expired' };
  if (mark === 'in_review') return { tone: 'r', text: 'In review' };
  if (mark === 'rejected') return { tone: 'm', text: task.proofDueAt ? `Sent back, ${left(task.proofDueAt, now)}` : 'Sent back' };
  if (mark !== 'awaiting_proof') return null;
  if (!task.proofDueAt) return { tone: 'd', text: 'Awaiting proof' };
  const due = localTime(task.proofDueAt, zone);
  return {
    tone: 'd',
    text: due.date === today ? `Proof due ${clockTime(due.time)}` : `Proof due ${dayWord(due.date, today)} ${clockTime(due.time)}`,
  };
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
