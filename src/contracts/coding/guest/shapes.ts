import type { Base, Shape, ShapesPart, ShapeTools } from './base.ts';

/** Functions, errors and other objects that programs seldom print, as Node shows them. */
export function guestShapes({ own, part }: Base): ShapesPart {
  const { apply, prototypeOf, descriptorOf, text: toText, slice, padStart } = own;
  const { quoted, numeral } = part('quoting');
  const ITEMS = 100;
  const [numberOf, stringOf, booleanOf] = [own.number.prototype.valueOf, toText.prototype.valueOf, Boolean.prototype.valueOf];
  const [bigintOf, symbolOf] = [BigInt.prototype.valueOf, Symbol.prototype.toString];
  const bytesIn = descriptorOf(ArrayBuffer.prototype, 'byteLength')?.get as () => number;
  const [Bytes, patternOf, hex] = [Uint8Array, own.pattern.prototype.toString, own.number.prototype.toString];
  const [weakMap, weakSet] = [WeakMap.prototype.has, WeakSet.prototype.has];

  const functionBase = (value: { readonly name: unknown }, maker: string | null, tag: string): string => {
    const source = apply(own.sourceOf, value, []) as string;
    if ((apply(slice, source, [0, 5]) as string) === 'class') {
      const parent = (prototypeOf(value) as { name?: string } | null)?.name;
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
    if (takes(numberOf, value)) return `[Number: ${numeral(apply(numberOf, value, []) as number)}]`;
    if (takes(stringOf, value)) return `[String: ${quoted(apply(stringOf, value, []) as string)}]`;
    if (takes(booleanOf, value)) return `[Boolean: ${apply(booleanOf, value, [])}]`;
    if (takes(bigintOf, value)) return `[BigInt: ${apply(bigintOf, value, [])}n]`;
    return takes(symbolOf, value) ? `[Symbol: ${apply(symbolOf, value, [])}]` : undefined;
  };

  const shapeOf = (value: object, maker: string | null, tag: string, { takes, prefixOf, indented }: ShapeTools): Shape => {
    const alone = (base: string, hides: readonly string[] = []): Shape => ({ open: '{', close: '}', base, empty: base, hides });
    if (typeof value === 'function') return alone(functionBase(value, maker, tag));
    if (value instanceof own.failure) return alone(indented(errorBase(value)), ['stack', 'message', 'name']);
    if (value instanceof own.pattern) return alone(apply(patternOf, value, []) as string);
    const braces = (prefix: string): Shape => ({ open: `${prefix}{`, close: '}', empty: `${prefix}{}` });
    if (takes(bytesIn, value)) {
      const bytes = new Bytes(value as ArrayBuffer);
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
      text += (index === 0 ? '' : ' ') + (apply(padStart, apply(hex, bytes[index], [16]), [2, '0']) as string);
    return bytes.length > ITEMS ? `${text} ... ${bytes.length - ITEMS} more byte${bytes.length > ITEMS + 1 ? 's' : ''}` : text;
  };

  return { shapeOf };
}
