import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import figuresStyles from '../ui/figures.module.css';
import tableStyles from '../ui/table.module.css';
import { NUMBER_CELL } from '../ui/table.tsx';
import textStyles from '../ui/text.module.css';
import styles from './chart.module.css';
import type { Sentence } from './sentences.ts';

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
    <section className={styles.section} aria-label={title}>
      {title && <h3>{title}</h3>}
      {asTable ? table : plot}
      <p className={figuresStyles.caption} data-part="caption">
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
  const words = asTable ? 'Show as chart' : 'Show as table';
  return (
    <button
      type="button"
      className={clsx(textStyles.link, styles.link, textStyles.small)}
      aria-label={of && `${words}: ${of}`}
      onClick={() => onChange(!asTable)}
    >
      {words}
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
    <section className={styles.table} tabIndex={0} aria-label={label}>
      <table className={tableStyles.table} data-part="table" aria-label={label}>
        <thead>
          <tr>
            {head.map((name, index) => (
              <th key={name} scope="col" {...(index > 0 && NUMBER_CELL)}>
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
                  <td key={head[index]} {...NUMBER_CELL}>
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
