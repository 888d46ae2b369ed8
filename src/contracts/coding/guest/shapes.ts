import type { Base, QuotingPart, Shape, ShapesPart, ShapeTools } from './base.ts';

/** Prints functions, errors and other objects that programs seldom print, as Node does. */
export function guestShapes({ own, part }: Base): ShapesPart {
  const { apply, prototypeOf, bytesIn, text: toText, slice, padStart } = own;
  const { quoted, numeral } = part('quoting');
  const ITEMS = 100;
  const [numberOf, stringOf, booleanOf] = [own.number.prototype.valueOf, toText.prototype.valueOf, Boolean.prototype.valueOf];
  const [bigintOf, symbolOf] = [BigInt.prototype.valueOf, Symbol.prototype.toString];
  const [Bytes, patternOf, hex] = [Uint8Array, own.pattern.prototype.toString, own.number.prototype.toString];
  const [weakMap, weakSet] = [WeakMap.prototype.has, WeakSet.prototype.has];

  const functionBase = (value: { readonly name: unknown }, maker: string | null, tag: string): string => {
    const source = apply(own.sourceOf, value, []);
    if (apply(slice, source, [0, 5]) === 'class') {
      const of: { name?: string } | null = prototypeOf(value);
      const parent = of?.name;
      return `[class ${typeof value.name === 'string' && value.name !== '' ? value.name : '(anonymous)'}${parent ? ` extends ${parent}` : ''}]`;
    }
    const kind = maker ?? 'Function';
    const name = value.name === '' ? ' (anonymous)' : `: ${toText(value.name)}`;
    return `[${kind}${name}]${tag !== '' && tag !== kind ? ` [${tag}]` : ''}`;
  };
  const errorBase = (value: { name?: unknown; message?: unknown }): string => {
    const [name, message] = [toText(value.name), toText(value.message)];
    return message === '' ? name : `${name}: ${message}`;
  };
  const boxedBase = (value: object, takes: ShapeTools['takes']): string | undefined => {
    if (takes(numberOf, value)) return `[Number: ${numeral(apply(numberOf, value, []))}]`;
    if (takes(stringOf, value)) return `[String: ${quoted(apply(stringOf, value, []))}]`;
    if (takes(booleanOf, value)) return `[Boolean: ${apply(booleanOf, value, [])}]`;
    if (takes(bigintOf, value)) return `[BigInt: ${apply(bigintOf, value, [])}n]`;
    return takes(symbolOf, value) ? `[Symbol: ${apply(symbolOf, value, [])}]` : undefined;
  };

  const shapeOf = (value: object, maker: string | null, tag: string, { takes, prefixOf, indented }: ShapeTools): Shape => {
    const alone = (base: string, hides: readonly string[] = []): Shape => ({ open: '{', close: '}', base, empty: base, hides });
    if (typeof value === 'function') return alone(functionBase(value, maker, tag));
    if (value instanceof own.failure) return alone(indented(errorBase(value)), ['stack', 'message', 'name']);
    if (value instanceof own.pattern) return alone(apply(patternOf, value, []));
    const braces = (prefix: string): Shape => ({ open: `${prefix}{`, close: '}', empty: `${prefix}{}` });
    const isBytes = (one: object): one is ArrayBuffer => takes(bytesIn, one);
    if (isBytes(value)) {
      const bytes = new Bytes(value);
      const contents = (): string[] => [`[Uint8Contents]: <${bytesText(bytes)}>`, `[byteLength]: ${bytes.length}`];
      return { ...braces(prefixOf(maker, '', 'ArrayBuffer')), items: contents };
    }
    if (value instanceof own.promise) return { ...braces('Promise '), items: () => ['<pending>'] };
    if (takes(weakMap, value, [{}])) return { ...braces('WeakMap '), items: () => ['<items unknown>'] };
    if (takes(weakSet, value, [{}])) return { ...braces('WeakSet '), items: () => ['<items unknown>'] };
    const base = maker === 'Object' ? undefined : boxedBase(value, takes);
    if (base !== undefined) return { ...alone(base), isText: takes(stringOf, value) };
    if (maker === 'Object' && tag === '') return braces('');
    return braces(prefixOf(maker, tag, 'Object'));
  };
  const bytesText = (bytes: Uint8Array): string => {
    let text = '';
    for (let index = 0; index < bytes.length && index < ITEMS; index += 1)
      text += (index === 0 ? '' : ' ') + apply(padStart, apply(hex, bytes[index], [16]), [2, '0']);
    return bytes.length > ITEMS ? `${text} ... ${bytes.length - ITEMS} more byte${bytes.length > ITEMS + 1 ? 's' : ''}` : text;
  };

  return { shapeOf };
}

/** Texts and other simple values as Node shows them within others. */
export function guestQuoting({ own }: Base): QuotingPart {
  const { apply, is, itemAt, text: toText, slice, indexOf, padStart, charCodeAt } = own;
  const WIDTH = 80;
  const LONGEST_TEXT = 10_000;
  const symbolOf = Symbol.prototype.toString;
  const hex = own.number.prototype.toString;
  const has = (text: string, part: string): boolean => apply(indexOf, text, [part]) >= 0;

  const quoted = (text: string): string => {
    const mark = !has(text, "'") ? "'" : !has(text, '"') ? '"' : !has(text, '`') && !has(text, '${') ? '`' : "'";
    let inner = '';
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = apply(charCodeAt, text, [at]);
      const next = code >= 0xd800 && code <= 0xdbff ? apply(charCodeAt, text, [at + 1]) : 0;
      if (next >= 0xdc00 && next <= 0xdfff) at += 1;
      else if (
        code < 32 ||
        code === 92 ||
        (code > 126 && code < 160) ||
        (code >= 0xd800 && code <= 0xdfff) ||
        text[at] === (mark === "'" ? mark : '')
      ) {
        inner += apply(slice, text, [from, at]) + escaped(code);
        from = at + 1;
      }
    }
    return mark + inner + apply(slice, text, [from]) + mark;
  };
  const escaped = (code: number): string => {
    if (code === 8) return '\\b';
    if (code === 9) return '\\t';
    if (code === 10) return '\\n';
    if (code === 12) return '\\f';
    if (code === 13) return '\\r';
    if (code === 39) return "\\'";
    if (code === 92) return '\\\\';
    const digits = apply(hex, code, [16]);
    // Node writes these with small letters, and the others with capital ones.
    if (code > 255) return `\\u${digits}`;
    let capital = '';
    for (let at = 0; at < digits.length; at += 1) capital += 'ABCDEF'[apply(charCodeAt, digits, [at]) - 97] ?? digits[at];
    return `\\x${apply(padStart, capital, [2, '0'])}`;
  };
  const numeral = (value: number): string => (is(value, -0) ? '-0' : `${value}`);

  const primitive = (value: unknown, indentation: number): string => {
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'number') return numeral(value);
    if (typeof value === 'symbol') return apply(symbolOf, value, []);
    if (typeof value !== 'string') return toText(value);
    const shown = value.length > LONGEST_TEXT ? apply(slice, value, [0, LONGEST_TEXT]) : value;
    const left = value.length - shown.length;
    const trailer = left > 0 ? `... ${left} more character${left > 1 ? 's' : ''}` : '';
    if (shown.length <= 16 || shown.length <= WIDTH - indentation - 4) return quoted(shown) + trailer;
    const lines: string[] = [];
    for (let from = 0; from < shown.length; ) {
      const end = apply(indexOf, shown, ['\n', from]) + 1 || shown.length;
      lines[lines.length] = quoted(apply(slice, shown, [from, end]));
      from = end;
    }
    let text = '';
    for (let index = 0; index < lines.length; index += 1)
      text += (index === 0 ? '' : ` +\n${apply(padStart, '', [indentation + 2])}`) + itemAt(lines, index);
    return text + trailer;
  };

  return { quoted, numeral, primitive };
}
