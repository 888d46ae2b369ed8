import type { Base, ColumnsPart } from './base.ts';

/** Long lists as Node shows them. */
export function guestColumns({ own }: Base): ColumnsPart {
  const { apply, padStart, padEnd, math } = own;
  const WIDTH = 80;
  const ITEMS = 100;

  /** Lists of more than six items stand in as many columns as Node takes, which aims at a square. */
  const inColumns = (items: string[], indentation: number, value: ArrayLike<unknown>): string[] => {
    const count = value.length > ITEMS || items.length > ITEMS ? items.length - 1 : items.length;
    const lengths: number[] = [];
    let [total, longest] = [0, 0];
    for (let index = 0; index < count; index += 1) {
      const { length } = items[index] as string;
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
      for (let at = column; at < count; at += columns) widths[column] = math.max(widths[column] as number, (lengths[at] as number) + 2);
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
      for (let at = from; at < last; at += 1)
        line += apply(areNumbers ? padStart : padEnd, `${items[at]}, `, [widths[at - from], ' ']) as string;
      const width = (widths[last - from] as number) - 2;
      line += areNumbers ? (apply(padStart, items[last], [width, ' ']) as string) : items[last];
      lines[lines.length] = line;
    }
    if (count < items.length) lines[lines.length] = items[count] as string;
    return lines;
  };

  return { inColumns };
}
