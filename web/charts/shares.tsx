import { clsx } from 'clsx';
import { type ShareRow, wordsInside } from '../../src/contracts/charts/shares.ts';
import styles from './shares.module.css';

const LOOKS = { kept: styles.kept, earlier: styles.earlier, missed: styles.missed, outline: styles.outline, focus: styles.focus } as const;

/** Horizontal bars that share one scale, divided into parts. `whole`: the value of a bar of the full width. */
export function ShareBars({ label, rows, whole }: { label: string; rows: readonly ShareRow[]; whole: number }) {
  return (
    <div className={styles.bars} role="img" aria-label={label}>
      {rows.map(({ name, note, parts }) => (
        <div key={name} className={styles.row}>
          <span className={styles.name}>
            <b>{name}</b>
            <small>{note}</small>
          </span>
          <span className={styles.track}>
            {parts
              .filter(({ value }) => value > 0)
              .map((part) => (
                <i
                  key={part.look}
                  className={clsx(styles.part, LOOKS[part.look])}
                  style={{ inlineSize: `${(part.value / Math.max(1, whole)) * 100}%` }}
                >
                  {wordsInside(part, whole)}
                </i>
              ))}
          </span>
        </div>
      ))}
    </div>
  );
}
