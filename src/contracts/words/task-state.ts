import { type MarkedTask, type MarkName, markOf, markWord } from './marks.ts';

export type StateTone = 'kept' | 'missed' | 'due' | 'review' | 'quiet' | 'plain';

export interface TaskState {
  readonly mark: MarkName;
  readonly tone: StateTone;
  /** The state alone: 'Completed late'. */
  readonly word: string;
  /** How the task counts, and why: 'Missed, done late'. */
  readonly counted: string;
}

const TONES: Readonly<Record<MarkName, StateTone>> = {
  pending: 'quiet',
  in_progress: 'plain',
  completed: 'kept',
  awaiting_proof: 'due',
  in_review: 'review',
  verified: 'kept',
  on_word: 'kept',
  rejected: 'missed',
  expired: 'missed',
  missed: 'missed',
  late: 'missed',
  skipped: 'quiet',
  taken_back: 'quiet',
};

/** Only for marks whose own words do not say how the task counts. */
const COUNTED: Readonly<Partial<Record<MarkName, string>>> = {
  pending: 'Open',
  rejected: 'Proof rejected',
  expired: 'Missed, proof expired',
  late: 'Missed, done late',
};

/** How a task counts, as far as its mark shows it. */
export const countedWord = (mark: MarkName): string => COUNTED[mark] ?? markWord(mark);

function countedWords(mark: MarkName, { status, outcome }: MarkedTask): string {
  if (mark === 'completed' && outcome === 'kept') return 'Kept';
  if (mark === 'rejected' && outcome === 'missed') return 'Missed, proof rejected';
  if (mark === 'skipped' && status === 'completed') return 'Skipped, done later';
  return countedWord(mark);
}

/** A miss that an appeal corrected counts as kept. Its mark shows that it was not done in time. */
export const CORRECTED: TaskState = { mark: 'late', tone: 'kept', word: 'Corrected', counted: 'Corrected' };

/** The outcome determines most of it; status, lateness and proof add the rest. */
export function taskState(task: MarkedTask & { readonly corrected: boolean }): TaskState {
  if (task.corrected) return CORRECTED;
  const mark = markOf(task);
  return { mark, tone: TONES[mark], word: markWord(mark), counted: countedWords(mark, task) };
}
