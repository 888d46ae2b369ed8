import type { Base } from './base.ts';

/** The parts of the console that are used less often. */
export function guestConsole({ print, clock, part }: Base): Readonly<Record<string, unknown>> {
  const { format } = part('format');
  const { inspect } = part('inspect');
  const counts = new Map<string, number>();
  const began = new Map<string, number>();
  const margin = { text: '' };
  const write = (stream: number, text: string): void => void print(stream, `${margin.text}${text.replaceAll('\n', `\n${margin.text}`)}\n`);
  const log = (...values: unknown[]): void => write(1, format(...values));
  const since = (label: string): string => `${label}: ${(clock() - (began.get(label) ?? clock())).toFixed(3).replace(/\.?0+$/, '')}ms`;

  const widthOf = (text: string): number => text.length;
  const table = (data: unknown): void => {
    if (typeof data !== 'object' || data === null) {
      log(data);
      return;
    }
    const rows = data instanceof Map || data instanceof Set ? [...data].entries() : Object.entries(data);
    const columns: string[] = [];
    let hasValues = false;
    const lines: { readonly name: string; readonly cells: Map<string, string>; readonly value: string }[] = [];
    for (const [name, row] of rows) {
      const cells = new Map<string, string>();
      const isObject = typeof row === 'object' && row !== null;
      if (isObject)
        for (const [column, value] of Object.entries(row)) {
          if (!columns.includes(column)) columns.push(column);
          cells.set(column, inspect(value, { depth: 0 }));
        }
      else hasValues = true;
      lines.push({ name: String(name), cells, value: isObject ? '' : inspect(row) });
    }
    const heads = ['(index)', ...columns, ...(hasValues ? ['Values'] : [])];
    const grid = lines.map(({ name, cells, value }) => [
      name,
      ...columns.map((column) => cells.get(column) ?? ''),
      ...(hasValues ? [value] : []),
    ]);
    const widths = heads.map((head, at) => Math.max(widthOf(head), ...grid.map((row) => widthOf(row[at] ?? ''))) + 2);
    const rule = (left: string, middle: string, right: string): string =>
      left + widths.map((width) => '─'.repeat(width)).join(middle) + right;
    const line = (row: readonly string[]): string => `│${row.map((cell, at) => ` ${cell}`.padEnd(widths[at] ?? 0)).join('│')}│`;
    write(1, [rule('┌', '┬', '┐'), line(heads), rule('├', '┼', '┤'), ...grid.map(line), rule('└', '┴', '┘')].join('\n'));
  };
  const group = (...values: unknown[]): void => {
    if (values.length > 0) log(...values);
    margin.text += '  ';
  };
  return {
    margin,
    write,
    table,
    group,
    groupCollapsed: group,
    groupEnd: () => {
      margin.text = margin.text.slice(2);
    },
    assert: (condition: unknown, ...values: unknown[]) => {
      if (condition) return;
      const [first, ...others] = values;
      if (values.length === 0) write(2, 'Assertion failed');
      else write(2, typeof first === 'string' ? format(`Assertion failed: ${first}`, ...others) : format('Assertion failed:', ...values));
    },
    dir: (value: unknown, options?: unknown) => write(1, inspect(value, options)),
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      log(`${label}: ${counts.get(label)}`);
    },
    countReset: (label = 'default') => void counts.delete(label),
    time: (label = 'default') => void began.set(label, clock()),
    timeEnd: (label = 'default') => {
      log(since(label));
      began.delete(label);
    },
    timeLog: (label = 'default', ...values: unknown[]) => log(since(label), ...values),
  };
}
