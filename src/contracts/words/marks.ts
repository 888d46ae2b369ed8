import { sentence } from './isolated.ts';

/**
 * Screens, reports and mails show this to the owner instead of 'Verified' if a proof counts on the owner's own word, because
 * nobody judged it.
 */
export const ON_YOUR_WORD = 'On your word';
/** The same within a sentence. */
export const onYourWord = 'on your word';
/** For other readers than the owner: 'on Robin’s word'. `name` is the owner's name. */
export const onWordOf = (name: string): string => sentence`on ${name}’s word`;

/**
 * The marks for the states of a task, with their words. An empty box is open, a tick on one line is done, a tick on two
 * lines is verified. A task on the owner's own word has one line, because nobody judged it.
 */
const WORDS = {
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  awaiting_proof: 'Awaiting proof',
  in_review: 'In review',
  verified: 'Verified',
  on_word: ON_YOUR_WORD,
  rejected: 'Rejected',
  expired: 'Expired',
  missed: 'Missed',
  late: 'Completed late',
  skipped: 'Skipped',
  taken_back: 'Taken back',
} as const;

export type MarkName = keyof typeof WORDS;
export const MARK_NAMES = Object.keys(WORDS) as MarkName[];
/** A state in words: 'Completed late'. */
export const markWord = (name: MarkName): string => WORDS[name];

export interface MarkedTask {
  readonly status: 'pending' | 'in_progress' | 'completed' | 'missed' | 'skipped';
  readonly late: boolean;
  readonly outcome: 'kept' | 'missed' | 'skipped' | 'open' | 'none';
  readonly verificationState: 'not_required' | 'awaiting_proof' | 'in_review' | 'verified' | 'rejected' | 'expired';
  readonly onWord: boolean;
  readonly deleted?: boolean | undefined;
}

/**
 * A deleted task shows 'taken back' if it was open, otherwise its last state. A task that was skipped in time and completed
 * after its deadline shows 'skipped', because that is how it counts.
 */
export function markOf(task: MarkedTask): MarkName {
  if (task.deleted && (task.status === 'pending' || task.status === 'in_progress')) return 'taken_back';
  if (task.status !== 'completed') return task.status;
  if (task.outcome === 'skipped') return 'skipped';
  if (task.late) return 'late';
  if (task.onWord) return 'on_word';
  return task.verificationState === 'not_required' ? 'completed' : task.verificationState;
}
