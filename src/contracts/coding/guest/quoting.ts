import type { Base, QuotingPart } from './base.ts';

/** Texts and other simple values as Node shows them within others. */
export function guestQuoting({ own }: Base): QuotingPart {
  const { apply, is, text: toText, slice, indexOf, padStart, charCodeAt } = own;
  const WIDTH = 80;
  const LONGEST_TEXT = 10_000;
  const symbolOf = Symbol.prototype.toString;
  const hex = own.number.prototype.toString;
  const has = (text: string, part: string): boolean => (apply(indexOf, text, [part]) as number) >= 0;

  const quoted = (text: string): string => {
    const mark = !has(text, "'") ? "'" : !has(text, '"') ? '"' : !has(text, '`') && !has(text, '${') ? '`' : "'";
    let inner = '';
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = apply(charCodeAt, text, [at]) as number;
      const next = code >= 0xd800 && code <= 0xdbff ? (apply(charCodeAt, text, [at + 1]) as number) : 0;
      if (next >= 0xdc00 && next <= 0xdfff) at += 1;
      else if (
        code < 32 ||
        code === 92 ||
        (code > 126 && code < 160) ||
        (code >= 0xd800 && code <= 0xdfff) ||
        text[at] === (mark === "'" ? mark : '')
      ) {
        inner += (apply(slice, text, [from, at]) as string) + escaped(code);
        from = at + 1;
      }
    }
    return mark + inner + (apply(slice, text, [from]) as string) + mark;
  };
  const escaped = (code: number): string => {
    if (code === 8) return '\\b';
    if (code === 9) return '\\t';
    if (code === 10) return '\\n';
    if (code === 12) return '\\f';
    if (code === 13) return '\\r';
    if (code === 39) return "\\'";
    if (code === 92) return '\\\\';
    const digits = apply(hex, code, [16]) as string;
    // Node writes these with small letters, and the others with capital ones.
    if (code > 255) return `\\u${digits}`;
    let capital = '';
    for (let at = 0; at < digits.length; at += 1) capital += 'ABCDEF'[(apply(charCodeAt, digits, [at]) as number) - 97] ?? digits[at];
    return `\\x${apply(padStart, capital, [2, '0']) as string}`;
  };
  const numeral = (value: number): string => (is(value, -0) ? '-0' : `${value}`);

  const primitive = (value: unknown, indentation: number): string => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return numeral(value);
    if (typeof value === 'symbol') return apply(symbolOf, value, []) as string;
    if (typeof value !== 'string') return toText(value);
    const shown = value.length > LONGEST_TEXT ? (apply(slice, value, [0, LONGEST_TEXT]) as string) : value;
    const left = value.length - shown.length;
    const trailer = left > 0 ? `... ${left} more character${left > 1 ? 's' : ''}` : '';
    if (shown.length <= 16 || shown.length <= WIDTH - indentation - 4) return quoted(shown) + trailer;
    const lines: string[] = [];
    for (let from = 0; from < shown.length; ) {
      const end = (apply(indexOf, shown, ['\n', from]) as number) + 1 || shown.length;
      lines[lines.length] = quoted(apply(slice, shown, [from, end]) as string);
      from = end;
    }
    let text = '';
    for (let index = 0; index < lines.length; index += 1)
      text += (index === 0 ? '' : ` +\n${apply(padStart, '', [indentation + 2]) as string}`) + (lines[index] as string);
    return text + trailer;
  };

  return { quoted, numeral, primitive };
}
