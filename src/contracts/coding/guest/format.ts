import type { Base, FormatPart } from './base.ts';

/** Node's `util.format`. */
export function guestFormat({ own, part }: Base): FormatPart {
  const { text: toText, stringify } = own;
  const { inspect } = part('inspect');
  const { numeral } = part('quoting');

  const plain = [Object.prototype.toString, ([] as unknown[]).toString, Date.prototype.toString, RegExp.prototype.toString];
  const asText = (value: unknown): string => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return numeral(value);
    if (typeof value !== 'object' || value === null || value instanceof own.failure) return toText(value);
    // Only an object that says by itself how it is written is written so.
    const { toString: written } = value as { toString?: unknown };
    for (let index = 0; index < plain.length; index += 1) if (written === plain[index]) return inspect(value, { depth: 0 });
    return typeof written === 'function' ? toText(value) : inspect(value, { depth: 0 });
  };
  const placed = (sign: string, value: unknown): string | undefined => {
    if (sign === 's') return asText(value);
    if (sign === 'd') return typeof value === 'bigint' ? `${value}n` : numeral(typeof value === 'object' ? Number.NaN : own.number(value));
    if (sign === 'i') return typeof value === 'bigint' ? `${value}n` : numeral(Number.parseInt(value as string, 10));
    if (sign === 'f') return numeral(Number.parseFloat(value as string));
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
