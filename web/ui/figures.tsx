import { clsx } from 'clsx';
import type { CSSProperties, ReactNode } from 'react';
import styles from './figures.module.css';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note: string;
}

interface FiguresProps {
  readonly figures: readonly Figure[];
  readonly className?: string | undefined;
}

export function Figures({ figures, className }: FiguresProps) {
  return (
    <dl className={clsx(styles.figures, className)} data-part="figures" style={{ '--n': figures.length } as CSSProperties}>
      {figures.map((figure) => (
        <div className={styles.figure} data-part="figure" key={figure.name}>
          <dt>{figure.name}</dt>
          <dd>
            {figure.value} {figure.unit && <small>{figure.unit}</small>}
          </dd>
          <dd className={styles.note} data-part="figure-note">
            {figure.note}
          </dd>
        </div>
      ))}
    </dl>
  );
}
