import type { Base, ClonePart } from './base.ts';

/** `structuredClone`, and a deep comparison of two values. */
export function guestClone({ own: { get } }: Base): ClonePart {
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
      if (value instanceof Map) {
        const made = noted(value, new Map<unknown, unknown>());
        for (const [key, one] of value) made.set(copy(key), copy(one));
        return made;
      }
      if (value instanceof Set) {
        const made = noted(value, new Set<unknown>());
        for (const one of value) made.add(copy(one));
        return made;
      }
      const made = noted(value, empty(value));
      if (Array.isArray(value) || kindOf(value) === 'Object')
        for (const key of Object.keys(value)) Reflect.set(made, key, copy(get(value, key)));
      return made;
    };
    /** Notes the copy before it is filled, because a value can contain itself. */
    const noted = <Made extends object>(value: object, made: Made): Made => {
      known.set(value, made);
      return made;
    };
    const empty = (value: object): object => {
      if (Array.isArray(value)) return new Array(value.length);
      if (value instanceof Date) return new Date(value);
      if (value instanceof RegExp) return new RegExp(value.source, value.flags);
      if (value instanceof ArrayBuffer) return value.slice(0);
      if (ArrayBuffer.isView(value)) return view(value);
      if (value instanceof Error) return error(value);
      if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) return fail(`#<${kindOf(value)}>`);
      if (BOXED.includes(kindOf(value))) return Object(value.valueOf());
      return {};
    };
    const view = (value: ArrayBufferView): object => {
      const size = 'length' in value ? value.length : value.byteLength;
      return Reflect.construct(get(globalThis, kindOf(value)), [copy(value.buffer), value.byteOffset, size]);
    };
    const error = (value: Error): Error => {
      const makers: readonly ErrorConstructor[] = [EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError];
      const made = new (makers.find(({ name }) => name === value.name) ?? Error)(value.message);
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
      if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
      if (one instanceof RegExp) return String(one) === String(other);
      if (BOXED.includes(kindOf(one))) return Object.is(one.valueOf(), other.valueOf());
      if (one instanceof Error && other instanceof Error && (one.message !== other.message || one.name !== other.name)) return false;
      if (one instanceof Map && other instanceof Map) return sameEntries(one, other);
      if (one instanceof Set && other instanceof Set) return one.size === other.size && [...one].every((item) => hasSame(other, item));
      return sameFields(one, other);
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
    const sameFields = (one: object, other: object): boolean => {
      const names = Object.keys(one);
      if (Array.isArray(one) && one.length !== get(other, 'length')) return false;
      return (
        names.length === Object.keys(other).length &&
        names.every((name) => Object.hasOwn(other, name) && same(get(one, name), get(other, name)))
      );
    };
    return same(first, second);
  };
  return { structuredClone, isSame };
}
