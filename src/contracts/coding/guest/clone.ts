import type { Base, ClonePart } from './base.ts';

/** `structuredClone`, and whether two values are the same through and through. */
export function guestClone(_base: Base): ClonePart {
  type Fields = Record<PropertyKey, unknown>;
  const kindOf = (value: object): string => Object.prototype.toString.call(value).slice(8, -1);
  const BOXED: readonly string[] = ['Number', 'String', 'Boolean', 'BigInt'];
  const fail = (value: unknown): never => {
    throw new DOMException(`${typeof value === 'symbol' ? String(value) : value} could not be cloned.`, 'DataCloneError');
  };

  const structuredClone = (whole: unknown): unknown => {
    const known = new Map<object, unknown>();
    const copy = (value: unknown): unknown => {
      if (typeof value === 'function' || typeof value === 'symbol') return fail(value);
      if (typeof value !== 'object' || value === null) return value;
      if (known.has(value)) return known.get(value);
      const made = empty(value);
      known.set(value, made);
      if (value instanceof Map) for (const [key, one] of value) (made as Map<unknown, unknown>).set(copy(key), copy(one));
      else if (value instanceof Set) for (const one of value) (made as Set<unknown>).add(copy(one));
      else if (Array.isArray(value) || kindOf(value) === 'Object')
        for (const key of Object.keys(value)) (made as Fields)[key] = copy((value as Fields)[key]);
      return made;
    };
    const empty = (value: object): object => {
      if (Array.isArray(value)) return new Array(value.length);
      if (value instanceof Map) return new Map();
      if (value instanceof Set) return new Set();
      if (value instanceof Date) return new Date(value);
      if (value instanceof RegExp) return new RegExp(value.source, value.flags);
      if (value instanceof ArrayBuffer) return value.slice(0);
      if (ArrayBuffer.isView(value)) return view(value as Uint8Array);
      if (value instanceof Error) return error(value);
      if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) return fail(`#<${kindOf(value)}>`);
      if (BOXED.includes(kindOf(value))) return Object(value.valueOf());
      return {};
    };
    const view = (value: Uint8Array): object => {
      const buffer = copy(value.buffer) as ArrayBuffer;
      const name = kindOf(value) as 'Uint8Array';
      const makers = globalThis as unknown as Record<string, new (...values: unknown[]) => object>;
      return new (makers[name] as new (...values: unknown[]) => object)(
        buffer,
        value.byteOffset,
        name === ('DataView' as string) ? value.byteLength : value.length,
      );
    };
    const error = (value: Error): Error => {
      const makers = globalThis as unknown as Record<string, ErrorConstructor>;
      const isKnown = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'].includes(value.name);
      const made = new (isKnown ? (makers[value.name] as ErrorConstructor) : Error)(value.message);
      return Object.hasOwn(value, 'cause') ? Object.assign(made, { cause: copy(value.cause) }) : made;
    };
    return copy(whole);
  };

  const isSame = (first: unknown, second: unknown, isStrict: boolean): boolean => {
    const compared = new Map<unknown, unknown>();
    const same = (one: unknown, other: unknown): boolean => {
      if (Object.is(one, other)) return true;
      if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
        // biome-ignore lint/suspicious/noDoubleEquals: this is what the loose comparison of `assert` means
        return !isStrict && one == other;
      if (compared.get(one) === other) return true;
      compared.set(one, other);
      if (kindOf(one) !== kindOf(other) || (isStrict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other))) return false;
      if (one instanceof Date) return one.getTime() === (other as Date).getTime();
      if (one instanceof RegExp) return String(one) === String(other);
      if (BOXED.includes(kindOf(one))) return Object.is(one.valueOf(), other.valueOf());
      if (one instanceof Error && (one.message !== (other as Error).message || one.name !== (other as Error).name)) return false;
      if (one instanceof Map) return sameEntries(one, other as Map<unknown, unknown>);
      if (one instanceof Set)
        return one.size === (other as Set<unknown>).size && [...one].every((item) => hasSame(other as Set<unknown>, item));
      return sameFields(one as Fields, other as Fields);
    };
    const hasSame = (set: Set<unknown>, item: unknown): boolean =>
      set.has(item) || (typeof item === 'object' && [...set].some((one) => same(item, one)));
    const sameEntries = (one: Map<unknown, unknown>, other: Map<unknown, unknown>): boolean =>
      one.size === other.size &&
      [...one].every(([key, value]) =>
        other.has(key)
          ? same(value, other.get(key))
          : typeof key === 'object' && [...other].some(([otherKey, otherValue]) => same(key, otherKey) && same(value, otherValue)),
      );
    const sameFields = (one: Fields, other: Fields): boolean => {
      const names = Object.keys(one);
      if (Array.isArray(one) && one.length !== (other as unknown as unknown[]).length) return false;
      return (
        names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
      );
    };
    return same(first, second);
  };
  return { structuredClone, isSame };
}
