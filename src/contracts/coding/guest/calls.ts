import type { Base, CallsPart } from './base.ts';

/** Calls a submitted function, and writes its result as JSON. It is created before the submitted code runs. */
export function guestCalls({ own }: Base): CallsPart {
  const { apply, get, itemAt, ownKeys, isArray, isView, prototypeOf, descriptorOf, slice, parse, stringify, failure } = own;
  const { has } = Set.prototype;
  const { construct } = Reflect;
  const isNumber = own.number.isFinite;
  const [mapEntries, setEntries] = [own.mapEach, own.setEach];
  const { sizeOfMap, sizeOfSet } = own;
  const iterator = Symbol.iterator;
  const asyncIterator = Symbol.asyncIterator;
  /** As many items as the longest result can hold, and one more. */
  const MOST = 32_769;

  /** What the code finds under names that it may use itself for something within a function. */
  const builtIn = new own.set<unknown>(ownKeys(globalThis).map((name): unknown => descriptorOf(globalThis, name)?.value));
  const methodOf = (holder: unknown, name: string): unknown =>
    (typeof holder === 'object' && holder !== null) || typeof holder === 'function' ? get(holder, name) : undefined;
  /** The only function among these. Classes are none. Undefined: there are several, or there is none. */
  const onlyOf = (values: readonly unknown[]): unknown => {
    let only: unknown;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (typeof value !== 'function' || value === only || apply(has, builtIn, [value])) continue;
      if (apply(slice, apply(own.sourceOf, value, []), [0, 5]) === 'class') continue;
      if (only !== undefined) return undefined;
      only = value;
    }
    return only;
  };
  const methodsOf = (made: object): unknown[] => {
    const names = ownKeys(prototypeOf(made));
    const methods: unknown[] = [];
    for (let index = 0; index < names.length; index += 1)
      if (names[index] !== 'constructor') methods[methods.length] = get(made, itemAt(names, index));
    return methods;
  };

  let args: unknown[] = [];
  const module: { exports: unknown } = descriptorOf(globalThis, 'module')?.value;
  const found = (
    name: string,
    declared: unknown,
    solution: unknown,
    others: readonly unknown[] | undefined,
  ): [work: unknown, holder?: unknown] => {
    if (typeof declared === 'function') return [declared];
    if (typeof solution === 'function') {
      const made: object = construct(solution, []);
      const method = methodOf(made, name) ?? (others && onlyOf(methodsOf(made)));
      if (typeof method === 'function') return [method, made];
    }
    const exported = methodOf(module.exports, name) ?? module.exports;
    return [typeof exported === 'function' ? exported : others && onlyOf(others)];
  };
  const call: CallsPart['call'] = (name, declared, solution, given, others) => {
    const { 0: work, 1: holder } = found(name, declared, solution, others);
    if (typeof work !== 'function')
      throw new failure(
        others
          ? `There is no function ${name}. Declare exactly one function, or name the one that is to be called ${name}.`
          : `There is no function ${name}, and no class Solution with a method of this name.`,
      );
    args = parse(given);
    const result: unknown = apply(work, holder, args);
    const iterate: unknown = result === null || typeof result !== 'object' ? undefined : get(result, asyncIterator);
    // Submitted code made it. If it has no method `next`, the call of it fails, as it would in the submitted code.
    return typeof iterate === 'function' ? collected(result as AsyncIterator<unknown>) : result;
  };
  const collected = async (values: AsyncIterator<unknown>): Promise<unknown[]> => {
    const items: unknown[] = [];
    for (let one = await values.next(); !one.done && items.length < MOST; one = await values.next()) items[items.length] = one.value;
    return items;
  };

  const takes = (method: () => unknown, value: object): boolean => {
    try {
      apply(method, value, []);
      return true;
    } catch {
      return false;
    }
  };
  const listOf = (value: object): unknown => {
    const items: unknown[] = [];
    const add = (item: unknown): void => {
      items[items.length] = item;
    };
    if (takes(sizeOfSet, value)) {
      apply(setEntries, value, [add]);
      return items;
    }
    if (takes(sizeOfMap, value)) return objectOf(value);
    const { next }: { next?: unknown } = value;
    if (typeof next !== 'function' || typeof get(value, iterator) !== 'function') return value;
    while (items.length < MOST) {
      const one: IteratorResult<unknown> = apply(next, value, []);
      if (one.done) break;
      items[items.length] = one.value;
    }
    return items;
  };
  /** A map as an object, or as a list of its entries if its keys are objects. */
  const objectOf = (value: object): unknown => {
    const fields: Record<string, unknown> = Object.create(null);
    const entries: unknown[] = [];
    let isObject = true;
    const add = (item: unknown, key: unknown): void => {
      isObject &&= key === null || (typeof key !== 'object' && typeof key !== 'symbol' && typeof key !== 'function');
      entries[entries.length] = [key, item];
      if (isObject) fields[own.text(key)] = item;
    };
    apply(mapEntries, value, [add]);
    return isObject ? fields : entries;
  };
  /** What JSON has no form for. */
  const asJson = (_key: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `\u0000n${value}`;
    if (typeof value === 'number') return isNumber(value) ? value : `\u0000n${value}`;
    if (typeof value !== 'object' || value === null || isArray(value)) return value;
    return isNumbers(value) ? copied(value) : listOf(value);
  };
  const isNumbers = (value: object): value is ArrayLike<unknown> => isView(value) && 'length' in value;
  const copied = (value: ArrayLike<unknown>): unknown[] => {
    const items: unknown[] = [];
    for (let index = 0; index < value.length && index < MOST; index += 1) items[index] = value[index];
    return items;
  };
  const text: CallsPart['text'] = (value, changed) =>
    stringify(value === undefined && changed >= 0 ? args[changed] : value, asJson) ?? 'null';
  return { call, text };
}
