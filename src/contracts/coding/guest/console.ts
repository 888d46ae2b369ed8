import type { Base, ColumnsPart, ConsolePart, FormatPart } from './base.ts';

/** The parts of the console that are used less often. */
export function guestConsole({ print, clock, part }: Base): ConsolePart {
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

/** Long lists as Node shows them. */
export function guestColumns({ own }: Base): ColumnsPart {
  const { apply, itemAt, padStart, padEnd, math } = own;
  const WIDTH = 80;
  const ITEMS = 100;

  /** Lists of more than six items stand in as many columns as Node takes, which aims at a square. */
  const inColumns = (items: string[], indentation: number, value: ArrayLike<unknown>): string[] => {
    const count = value.length > ITEMS || items.length > ITEMS ? items.length - 1 : items.length;
    const lengths: number[] = [];
    let [total, longest] = [0, 0];
    for (let index = 0; index < count; index += 1) {
      const { length } = itemAt(items, index);
      lengths[index] = length;
      total += length + 2;
      longest = math.max(longest, length);
    }
    const widest = longest + 2;
    if (!(widest * 3 + indentation < WIDTH && (total / widest > 5 || longest <= 6))) return items;
    const biased = math.max(widest - 3 - math.sqrt(widest - total / items.length), 1);
    const square = math.round(math.sqrt(2.5 * biased * count) / biased);
    const columns = math.min(square, math.floor((WIDTH - indentation) / widest), 12, 15);
    if (columns <= 1) return items;
    const widths: number[] = [];
    for (let column = 0; column < columns; column += 1) {
      widths[column] = 2;
      for (let at = column; at < count; at += columns) widths[column] = math.max(itemAt(widths, column), itemAt(lengths, at) + 2);
    }
    let areNumbers = true;
    for (let index = 0; index < items.length; index += 1) {
      const kind = typeof value[index];
      areNumbers &&= kind === 'number' || kind === 'bigint';
    }
    const lines: string[] = [];
    for (let from = 0; from < count; from += columns) {
      const last = math.min(from + columns, count) - 1;
      let line = '';
      for (let at = from; at < last; at += 1) line += apply(areNumbers ? padStart : padEnd, `${items[at]}, `, [widths[at - from], ' ']);
      const width = itemAt(widths, last - from) - 2;
      line += areNumbers ? apply(padStart, items[last], [width, ' ']) : items[last];
      lines[lines.length] = line;
    }
    if (count < items.length) lines[lines.length] = itemAt(items, count);
    return lines;
  };

  return { inColumns };
}

/** Node's `util.format`. */
export function guestFormat({ own, part }: Base): FormatPart {
  const { text: toText, stringify } = own;
  const { inspect } = part('inspect');
  const { numeral } = part('quoting');

  // The submitted code may have replaced `Array`.
  const list: unknown[] = [];
  const plain = [Object.prototype.toString, list.toString, Date.prototype.toString, RegExp.prototype.toString];
  const asText = (value: unknown): string => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return numeral(value);
    if (typeof value !== 'object' || value === null || value instanceof own.failure) return toText(value);
    // Only an object that says by itself how it is written is written so.
    const { toString: written }: { toString?: unknown } = value;
    for (let index = 0; index < plain.length; index += 1) if (written === plain[index]) return inspect(value, { depth: 0 });
    return typeof written === 'function' ? toText(value) : inspect(value, { depth: 0 });
  };
  const placed = (sign: string, value: unknown): string | undefined => {
    if (sign === 's') return asText(value);
    if (sign === 'd') return typeof value === 'bigint' ? `${value}n` : numeral(typeof value === 'object' ? Number.NaN : own.number(value));
    if (sign === 'i') return typeof value === 'bigint' ? `${value}n` : numeral(Number.parseInt(`${value}`, 10));
    if (sign === 'f') return numeral(Number.parseFloat(`${value}`));
    if (sign === 'j') return toText(stringify(value));
    if (sign === 'O') return inspect(value);
    if (sign === 'o') return inspect(value, { depth: 4 });
    return sign === 'c' ? '' : undefined;
  };
  const format = (...values: unknown[]): string => {
    const [first] = values;
    let text = '';
    let next = 0;
    if (typeof first === 'string') {
      next = 1;
      for (let at = 0; at < first.length; at += 1) {
        const sign = first[at + 1] ?? '';
        const content = first[at] === '%' && next < values.length && sign !== '%' ? placed(sign, values[next]) : undefined;
        if (content !== undefined) {
          text += content;
          next += 1;
          at += 1;
        } else {
          text += first[at];
          if (first[at] === '%' && sign === '%' && values.length > 1) at += 1;
        }
      }
    }
    for (let index = next; index < values.length; index += 1) {
      const value = values[index];
      text += (index === 0 ? '' : ' ') + (typeof value === 'string' ? value : inspect(value));
    }
    return text;
  };
  return { format };
}
