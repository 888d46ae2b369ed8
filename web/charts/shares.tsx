import { clsx } from 'clsx';
import styles from './shares.module.css';

export interface Part {
  readonly look: 'kept' | 'earlier' | 'missed' | 'outline' | 'focus';
  readonly value: number;
  /** Stands inside of the part if there is room. */
  readonly words: string;
}

export interface ShareRow {
  readonly name: string;
  readonly note: string;
  readonly parts: readonly Part[];
}

const LOOKS = { kept: styles.kept, earlier: styles.earlier, missed: styles.missed, outline: styles.outline, focus: styles.focus } as const;

/** The shares of the width from which a part has room for its words, and for their first word. */
const ROOM = { words: 0.3, first: 0.1 } as const;

function shown({ value, words }: Part, whole: number): string {
  const share = value / Math.max(1, whole);
  if (share >= ROOM.words) return words;
  return share >= ROOM.first ? (words.split(' ')[0] ?? '') : '';
}

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
                  {shown(part, whole)}
                </i>
              ))}
          </span>
        </div>
      ))}
    </div>
  );
}
