import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { ON_YOUR_WORD } from '../../src/contracts/words/on-word.ts';

/**
 * The drawings of the states. A box is open, a tick on a line is done, a tick on two lines is verified. What counts on the owner's
 * own word was judged by nobody, and so is not ruled off twice.
 */
export type MarkName =
  | 'pending'
  | 'in_progress'
  | 'completed'
  | 'awaiting_proof'
  | 'in_review'
  | 'verified'
  | 'on_word'
  | 'rejected'
  | 'expired'
  | 'missed'
  | 'late'
  | 'skipped'
  | 'taken_back';

const TICK = 'M4.2 7.4 L8.2 11.6 L15.8 3.4';
const CROSS = 'M5.4 3.4 L14.2 12 M14.2 3.4 L5.4 12';
const RULE = 'M2.5 15.5 H17.5';
const RULE_2 = 'M2.5 18.5 H17.5';

const stroke = (d: string, first: string, second?: string): ReactNode => (
  <>
    <path className="t" pathLength={1} d={d} />
    <path className={first} d={RULE} />
    {second && <path className={second} d={RULE_2} />}
  </>
);
const box = (inside: ReactNode): ReactNode => (
  <>
    <rect className="x" x="2.7" y="2.7" width="14.6" height="14.6" rx="2" />
    {inside}
  </>
);

const MARKS: Record<MarkName, { word: string; look: string; drawing: ReactNode }> = {
  pending: { word: 'Pending', look: 'm-pending', drawing: box(<path className="ghost" d="M6 9.8 L9 13 L14.4 7" />) },
  in_progress: { word: 'In progress', look: 'm-progress', drawing: box(<path className="hf" d="M5.2 10 H14.8 V14.8 H5.2 Z" />) },
  completed: { word: 'Completed', look: 'm-kept', drawing: stroke(TICK, 'r') },
  awaiting_proof: { word: 'Awaiting proof', look: 'm-proof', drawing: stroke(TICK, 'r d') },
  in_review: { word: 'In review', look: 'm-review', drawing: stroke(TICK, 'r', 'r d') },
  verified: { word: 'Verified', look: 'm-verified', drawing: stroke(TICK, 'r', 'r r2') },
  on_word: { word: ON_YOUR_WORD, look: 'm-kept', drawing: stroke(TICK, 'r') },
  rejected: {
    word: 'Rejected',
    look: 'm-rejected',
    drawing: stroke('M7.6 3 L4.4 6.2 L7.6 9.4 M4.6 6.2 H12.4 A3 3 0 0 1 12.4 12 H9.6', 'r d'),
  },
  expired: { word: 'Expired', look: 'm-expired', drawing: stroke(CROSS, 'r d') },
  missed: { word: 'Missed', look: 'm-missed', drawing: stroke(CROSS, 'r') },
  late: {
    word: 'Completed late',
    look: 'm-late',
    drawing: (
      <>
        <path className="t" pathLength={1} d={TICK} />
        <path className="r" d="M2.5 15.5 H8.2 M11.8 15.5 H17.5" />
      </>
    ),
  },
  skipped: { word: 'Skipped', look: 'm-skipped', drawing: stroke('M6 12 L14 3.4', 'r') },
  taken_back: { word: 'Taken back', look: 'm-taken', drawing: stroke('M4.5 7.6 H15.5', 'r d') },
};

export const MARK_NAMES = Object.keys(MARKS) as MarkName[];
/** A state in words: 'Completed late'. */
export const markWord = (name: MarkName): string => MARKS[name].word;

export interface MarkProps {
  name: MarkName;
  size?: 's' | 'm' | 'l';
  /** False where the state is shown in words beside the mark. */
  named?: boolean;
  /** Whether to animate the drawing once, for a state that has just been reached. */
  drawn?: boolean;
  className?: string;
}

export function Mark({ name, size = 'm', named = true, drawn = false, className }: MarkProps) {
  const { word, look, drawing } = MARKS[name];
  return (
    <svg
      viewBox="0 0 20 20"
      role={named ? 'img' : undefined}
      aria-label={named ? word : undefined}
      aria-hidden={!named || undefined}
      className={clsx('mark', look, size === 'l' && 'mark-l', size === 's' && 'mark-s', drawn && 'is-drawn', className)}
    >
      {drawing}
    </svg>
  );
}

export interface MarkButtonProps {
  name: MarkName;
  /** The accessible name: what pressing does, with the title ('Complete: Chapter 7'). */
  label: string;
  onPress: () => void;
  drawn?: boolean;
  disabled?: boolean;
}

/** A mark that is a button, 44 by 40 px. */
export function MarkButton({ name, label, onPress, drawn = false, disabled = false }: MarkButtonProps) {
  return (
    <button type="button" className="tick" aria-label={`${label}. ${markWord(name)}.`} disabled={disabled} onClick={onPress}>
      <Mark name={name} named={false} drawn={drawn} />
    </button>
  );
}

/** A mark that is not a button, in the same place. */
export const MarkSlot = ({ name, drawn = false }: { name: MarkName; drawn?: boolean }) => (
  <span className="tick is-still">
    <Mark name={name} drawn={drawn} />
  </span>
);

/**
 * The mark of a task. A deleted task shows 'taken back' when it was open, else its last state. A task that was skipped
 * in time and completed after its deadline shows 'skipped', since that is how it counts.
 */
export function markOf(task: {
  status: 'pending' | 'in_progress' | 'completed' | 'missed' | 'skipped';
  late: boolean;
  outcome: 'kept' | 'missed' | 'skipped' | 'open' | 'none';
  verificationState: 'not_required' | 'awaiting_proof' | 'in_review' | 'verified' | 'rejected' | 'expired';
  onWord: boolean;
  deleted?: boolean | undefined;
}): MarkName {
  if (task.deleted && (task.status === 'pending' || task.status === 'in_progress')) return 'taken_back';
  if (task.status !== 'completed') return task.status;
  if (task.outcome === 'skipped') return 'skipped';
  if (task.late) return 'late';
  if (task.onWord) return 'on_word';
  return task.verificationState === 'not_required' ? 'completed' : task.verificationState;
}
