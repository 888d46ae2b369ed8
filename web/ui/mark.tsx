import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { type MarkName, markWord } from '../../src/contracts/words/marks.ts';
import styles from './mark.module.css';

const TICK = 'M4.2 7.4 L8.2 11.6 L15.8 3.4';
const CROSS = 'M5.4 3.4 L14.2 12 M14.2 3.4 L5.4 12';
const RULE = 'M2.5 15.5 H17.5';
const RULE_2 = 'M2.5 18.5 H17.5';

const stroke = (d: string, first: string | undefined, second?: string): ReactNode => (
  <>
    <path className={styles.stroke} pathLength={1} d={d} />
    <path className={first} d={RULE} />
    {second && <path className={second} d={RULE_2} />}
  </>
);
const box = (inside: ReactNode): ReactNode => (
  <>
    <rect className={styles.box} x="2.7" y="2.7" width="14.6" height="14.6" rx="2" />
    {inside}
  </>
);

const DRAWINGS: Record<MarkName, { look: string | undefined; drawing: ReactNode }> = {
  pending: { look: styles.pending, drawing: box(<path className={styles.ghost} d="M6 9.8 L9 13 L14.4 7" />) },
  in_progress: { look: styles.inProgress, drawing: box(<path className={styles.filled} d="M5.2 10 H14.8 V14.8 H5.2 Z" />) },
  completed: { look: styles.kept, drawing: stroke(TICK, styles.rule) },
  awaiting_proof: { look: styles.awaitingProof, drawing: stroke(TICK, clsx(styles.rule, styles.dashed)) },
  in_review: { look: styles.inReview, drawing: stroke(TICK, styles.rule, clsx(styles.rule, styles.dashed)) },
  verified: { look: styles.verified, drawing: stroke(TICK, styles.rule, clsx(styles.rule, styles.secondRule)) },
  on_word: { look: styles.kept, drawing: stroke(TICK, styles.rule) },
  rejected: {
    look: styles.rejected,
    drawing: stroke('M7.6 3 L4.4 6.2 L7.6 9.4 M4.6 6.2 H12.4 A3 3 0 0 1 12.4 12 H9.6', clsx(styles.rule, styles.dashed)),
  },
  expired: { look: styles.expired, drawing: stroke(CROSS, clsx(styles.rule, styles.dashed)) },
  missed: { look: styles.missed, drawing: stroke(CROSS, styles.rule) },
  late: {
    look: styles.late,
    drawing: (
      <>
        <path className={styles.stroke} pathLength={1} d={TICK} />
        <path className={styles.rule} d="M2.5 15.5 H8.2 M11.8 15.5 H17.5" />
      </>
    ),
  },
  skipped: { look: styles.skipped, drawing: stroke('M6 12 L14 3.4', styles.rule) },
  taken_back: { look: styles.takenBack, drawing: stroke('M4.5 7.6 H15.5', clsx(styles.rule, styles.dashed)) },
};

export interface MarkProps {
  name: MarkName;
  size?: 's' | 'm' | 'l';
  /** False if the state is also shown in words. */
  named?: boolean;
  /** Whether to animate the drawing once, because the task has just reached this state. */
  drawn?: boolean;
  className?: string;
}

export function Mark({ name, size = 'm', named = true, drawn = false, className }: MarkProps) {
  const { look, drawing } = DRAWINGS[name];
  return (
    <svg
      viewBox="0 0 20 20"
      role={named ? 'img' : undefined}
      aria-label={named ? markWord(name) : undefined}
      aria-hidden={!named || undefined}
      className={clsx(styles.mark, look, size === 'l' && styles.large, size === 's' && styles.small, drawn && styles.drawn, className)}
      data-part="mark"
    >
      {drawing}
    </svg>
  );
}

export interface MarkButtonProps {
  name: MarkName;
  /** What pressing does, with the title: 'Complete: Chapter 7'. */
  label: string;
  onPress: () => void;
  drawn?: boolean;
  disabled?: boolean;
}

/** 44 by 40 px. */
export function MarkButton({ name, label, onPress, drawn = false, disabled = false }: MarkButtonProps) {
  return (
    <button
      type="button"
      className={styles.button}
      data-part="tick"
      aria-label={`${label}. ${markWord(name)}.`}
      disabled={disabled}
      onClick={onPress}
    >
      <Mark name={name} named={false} drawn={drawn} />
    </button>
  );
}

/** As large as `MarkButton`, so that rows align. */
export const MarkSlot = ({ name, drawn = false }: { name: MarkName; drawn?: boolean }) => (
  <span className={clsx(styles.button, styles.still)} data-part="tick">
    <Mark name={name} drawn={drawn} />
  </span>
);
