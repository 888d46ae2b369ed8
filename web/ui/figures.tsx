import type { CSSProperties, ReactNode } from 'react';

export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note: string;
}

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figs" style={{ '--n': figures.length } as CSSProperties}>
      {figures.map((figure) => (
        <div className="fig" key={figure.name}>
          <dt>{figure.name}</dt>
          <dd>
            {figure.value} {figure.unit && <small>{figure.unit}</small>}
          </dd>
          <dd className="n1">{figure.note}</dd>
        </div>
      ))}
    </dl>
  );
}
