import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import layoutStyles from './layout.module.css';
import styles from './table.module.css';
import textStyles from './text.module.css';

export interface Column<R> {
  key: string;
  head: string;
  cell: (row: R) => ReactNode;
  /** Numbers are aligned right. */
  num?: boolean;
  /** Whether the cells of the column are row headers, which screen readers read before each cell. */
  row?: boolean;
}
export interface TableProps<R> {
  /** For screen readers only. */
  caption: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowKey: (row: R) => string;
  /** The sums by column key. `closed` draws a double line below them. */
  foot?: Readonly<Record<string, ReactNode>>;
  closed?: boolean;
}

/** The attributes of a cell that holds a number, also for tables that are written out elsewhere. */
export const NUMBER_CELL = { className: clsx(textStyles.number, styles.number), 'data-part': 'number' } as const;

export function Table<R>({ caption, columns, rows, rowKey, foot, closed = false }: TableProps<R>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.scroller} aria-label={caption} tabIndex={0}>
      <table className={clsx(styles.table, closed && styles.closed)} data-part="table" data-closed={closed || undefined}>
        <caption className={layoutStyles.visuallyHidden}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" {...(column.num && NUMBER_CELL)}>
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) =>
                column.row ? (
                  <th key={column.key} scope="row" dir="auto" {...(column.num && NUMBER_CELL)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} dir="auto" {...(column.num && NUMBER_CELL)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>
              {columns.map((column) => (
                <td key={column.key} {...(column.num && NUMBER_CELL)}>
                  <span>{foot[column.key]}</span>
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}
