import { clsx } from 'clsx';
import { useId, useState } from 'react';
import { fullDate } from '../../src/contracts/words/format.ts';
import { Button } from '../ui/button.tsx';
import textStyles from '../ui/text.module.css';
import styles from './as-of-slider.module.css';

interface AsOfSliderProps {
  /** The ends of the weeks, oldest first. */
  readonly ends: readonly string[];
  /** Null: what is known now. */
  readonly asOf: string | null;
  readonly onAsOf: (date: string | null) => void;
}

const wordsOf = (end: string | undefined): string => (end === undefined ? 'Now' : `End of ${fullDate(end)}`);

/** Goes back through the weeks: the report is shown as it was known when each of them ended. */
export function AsOfSlider({ ends, asOf, onAsOf }: AsOfSliderProps) {
  const label = useId();
  /** Where the slider was moved to, and from where. The report follows when it is let go, and until then the slider stays there. */
  const [moved, setMoved] = useState<{ readonly place: number; readonly from: string | null } | null>(null);
  if (ends.length === 0) return null;
  const found = asOf === null ? -1 : ends.findIndex((end) => end >= asOf);
  const moving = moved !== null && moved.from === asOf ? moved.place : null;
  const place = moving ?? (found === -1 ? ends.length : found);
  const words = moving === null && asOf !== null ? wordsOf(asOf) : wordsOf(ends[place]);
  const letGo = (): void => {
    const chosen = ends[place] ?? null;
    if (moving !== null && chosen !== asOf) onAsOf(chosen);
  };
  return (
    <div className={styles.slider}>
      <label htmlFor={label}>As it was known</label>
      <input
        id={label}
        type="range"
        min={0}
        max={ends.length}
        step={1}
        value={place}
        aria-valuetext={words}
        onChange={(event) => setMoved({ place: Number(event.target.value), from: asOf })}
        onPointerUp={letGo}
        onKeyUp={letGo}
        onBlur={letGo}
      />
      <span className={clsx(textStyles.small, styles.words)} aria-hidden="true">
        {words}
      </span>
      {asOf !== null && (
        <Button variant="ghost" onClick={() => onAsOf(null)}>
          Show what is known now
        </Button>
      )}
    </div>
  );
}
