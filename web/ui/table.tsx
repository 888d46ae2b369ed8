import { clsx } from 'clsx';
import type { ReactNode } from 'react';

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

export function Table<R>({ caption, columns, rows, rowKey, foot, closed = false }: TableProps<R>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="scrollx" aria-label={caption} tabIndex={0}>
      <table className={clsx('tb', closed && 'is-closed')}>
        <caption className="u-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.num ? 'num' : undefined}>
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
                  <th key={column.key} scope="row" className={column.num ? 'num' : undefined}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.key} className={column.num ? 'num' : undefined}>
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
                <td key={column.key} className={column.num ? 'num' : undefined}>
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
