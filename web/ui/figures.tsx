import type { CSSProperties, ReactNode } from 'react';
import styles from './figures.module.css';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note: string;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.figures} data-part="figures" style={{ '--n': figures.length } as CSSProperties}>
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
