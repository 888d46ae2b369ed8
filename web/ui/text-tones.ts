import styles from './text.module.css';

/** The colours of a word that says how something stands. */
export type TextTone = 'kept' | 'due' | 'missed' | 'review' | 'muted' | 'faint';

/** The class of each. */
export const TEXT_TONES: Readonly<Record<TextTone, string | undefined>> = {
  kept: styles.kept,
  due: styles.due,
  missed: styles.missed,
  review: styles.review,
  muted: styles.muted,
  faint: styles.faint,
};
