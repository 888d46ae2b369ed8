import { type ReactNode, useState } from 'react';
import type { Sentence } from './sentences.ts';
import './charts.css';

interface ChartProps {
  readonly title?: string;
  readonly sentence: Sentence;
  readonly plot: ReactNode;
  /** The same numbers as a table. The person can switch to it. */
  readonly table: ReactNode;
}

export function Chart({ title, sentence, plot, table }: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <section className="cc" aria-label={title}>
      {title && <h3>{title}</h3>}
      {asTable ? table : plot}
      <p className="cap" aria-live="polite">
        <b>{sentence.lead}</b> {sentence.rest}
      </p>
      <TableToggle asTable={asTable} onChange={setAsTable} of={title} />
    </section>
  );
}

export function TableToggle({
  asTable,
  onChange,
  of,
}: {
  asTable: boolean;
  onChange: (asTable: boolean) => void;
  of?: string | undefined;
}) {
  return (
    <button type="button" className="link s2" onClick={() => onChange(!asTable)}>
      {asTable ? 'Show as chart' : 'Show as table'}
      {of && <span className="u-hidden">: {of}</span>}
    </button>
  );
}

export interface ChartTableProps {
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell is the row header, the others are numbers. */
  readonly rows: readonly (readonly (string | number)[])[];
}

export function ChartTable({ label, head, rows }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="chart-table" tabIndex={0} aria-label={label}>
      <table className="tb">
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={name} scope="col" className={index === 0 ? '' : 'num'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={String(cells[0])}>
              {cells.map((cell, index) =>
                index === 0 ? (
                  <th key={head[index]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={head[index]} className="num">
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
