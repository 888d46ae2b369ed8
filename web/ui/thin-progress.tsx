import styles from './thin-progress.module.css';

interface ThinProgressProps {
  /** The accessible name: what is in progress. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  /** The progress in words. */
  readonly words?: string;
}

/** A thin line at the lower edge of a row. The row must be positioned. */
export const ThinProgress = ({ label, value, max, words }: ThinProgressProps) => (
  <progress className={styles.progress} aria-label={label} value={value} max={max}>
    {words}
  </progress>
);
