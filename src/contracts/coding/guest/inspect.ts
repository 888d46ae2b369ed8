import type { Base, InspectPart, Shape } from './base.ts';

/**
 * Prints values as Node's `util.inspect` does. It uses functions that were saved before the submitted code ran, so the
 * console also works for a program that replaces methods of arrays, strings and maps.
 */
export function guestInspect({ own, part }: Base): InspectPart {
  const { apply, get, is, isArray, isView, itemAt, keys, descriptorOf, prototypeOf, ownKeys, text: toText, slice, indexOf, padStart } = own;
  const { quoted, primitive } = part('quoting');
  const WIDTH = 80;
  const ITEMS = 100;
  const CUSTOM = Symbol.for('nodejs.util.inspect.custom');
  const plainKey = /^[a-zA-Z_][a-zA-Z_0-9]*$/;
  const isEnumerable = Object.prototype.propertyIsEnumerable;
  const { sizeOfMap, sizeOfSet, kindOfView } = own;

  interface State {
    readonly depth: number;
    indentation: number;
    deepest: number;
    readonly seen: unknown[];
    readonly circular: unknown[];
  }
  /** Whether a function of the language takes a value as its own. */
  const takes = (method: (...values: never[]) => unknown, value: unknown, given: unknown[] = []): boolean => {
    try {
      apply(method, value, given);
      return true;
    } catch {
      return false;
    }
  };
  const has = (text: string, part: string): boolean => apply(indexOf, text, [part]) >= 0;
  const times = (sign: string, count: number): string => apply(padStart, '', [count, sign]);
  const joined = (items: readonly string[], by: string): string => {
    let text = '';
    for (let index = 0; index < items.length; index += 1) text += (index === 0 ? '' : by) + itemAt(items, index);
    return text;
  };
  const s = (count: number): string => (count > 1 ? 's' : '');
  const more = (count: number): string => `... ${count} more item${s(count)}`;

  const makerOf = (value: object): string | null => {
    for (let one: object | null = value; one !== null; one = prototypeOf(one)) {
      const maker: unknown = descriptorOf(one, 'constructor')?.value;
      if (typeof maker === 'function' && maker.name !== '' && (one !== value || typeof value !== 'function')) return maker.name;
    }
    return null;
  };
  const prefixOf = (maker: string | null, tag: string, fallback: string, size = ''): string => {
    if (maker === null) return `[${fallback}${size}: null prototype] ${tag !== '' && tag !== fallback ? `[${tag}] ` : ''}`;
    return tag !== '' && tag !== maker ? `${maker}${size} [${tag}] ` : `${maker}${size} `;
  };

  const valueText = (value: unknown, state: State, level: number): string => {
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return primitive(value, state.indentation);
    const custom: unknown = get(value, CUSTOM);
    if (typeof custom === 'function') {
      const shown: unknown = apply(custom, value, [state.depth - level, {}, inspect]);
      if (shown !== value) return typeof shown === 'string' ? indented(shown, state.indentation) : valueText(shown, state, level);
    }
    for (let index = 0; index < state.seen.length; index += 1)
      if (state.seen[index] === value) return `[Circular *${numberOfCircle(value, state, true)}]`;
    return objectText(value, state, level);
  };
  const indented = (text: string, by: number): string => {
    let result = '';
    for (let at = 0; at < text.length; at += 1) result += text[at] === '\n' ? `\n${times(' ', by)}` : text[at];
    return result;
  };
  const numberOfCircle = (value: unknown, { circular }: State, adds: boolean): number => {
    for (let index = 0; index < circular.length; index += 1) if (circular[index] === value) return index + 1;
    if (adds) circular[circular.length] = value;
    return adds ? circular.length : 0;
  };

  const shapeOf = (value: object, maker: string | null, tag: string, state: State): Shape => {
    if (isArray(value)) {
      const prefix = maker !== 'Array' || tag !== '' ? prefixOf(maker, tag, 'Array', `(${value.length})`) : '';
      return { open: `${prefix}[`, close: ']', isList: true, items: (level) => listItems(value, state, level), empty: `${prefix}[]` };
    }
    if (isNumbers(value)) {
      const prefix = prefixOf(maker, tag, toText(apply(kindOfView, value, [])), `(${value.length})`);
      return { open: `${prefix}[`, close: ']', isList: true, items: () => viewItems(value, state), empty: `${prefix}[]` };
    }
    if (takes(sizeOfSet, value)) return collection(value, 'Set', apply(sizeOfSet, value, []), maker, tag, state);
    if (takes(sizeOfMap, value)) return collection(value, 'Map', apply(sizeOfMap, value, []), maker, tag, state);
    if (takes(own.timeOf, value)) {
      const isDate = !is(apply(own.timeOf, value, []), Number.NaN);
      const base = isDate ? apply(own.isoOf, value, []) : 'Invalid Date';
      return { open: '{', close: '}', base, empty: base };
    }
    if (maker === 'Object' && tag === '' && typeof value !== 'function') return { open: '{', close: '}', empty: '{}' };
    return part('shapes').shapeOf(value, maker, tag, { takes, prefixOf, indented: (text) => indented(text, state.indentation) });
  };
  const collection = (value: object, kind: string, size: number, maker: string | null, tag: string, state: State): Shape => {
    const prefix = prefixOf(maker, tag, kind, `(${size})`);
    const items = (level: number): string[] => {
      const found: string[] = [];
      state.indentation += 2;
      const add = (item: unknown, key: unknown): void => {
        if (found.length >= ITEMS) return;
        const name = kind === 'Map' ? `${valueText(key, state, level)} => ` : '';
        found[found.length] = name + valueText(item, state, level);
      };
      apply(kind === 'Map' ? own.mapEach : own.setEach, value, [add]);
      state.indentation -= 2;
      if (size > ITEMS) found[found.length] = more(size - ITEMS);
      return found;
    };
    return { open: `${prefix}{`, close: '}', items, empty: `${prefix}{}` };
  };
  const isNumbers = (value: object): value is ArrayLike<number | bigint> => isView(value) && apply(kindOfView, value, []) !== undefined;
  const viewItems = (value: ArrayLike<number | bigint>, state: State): string[] => {
    const items: string[] = [];
    for (let index = 0; index < value.length && index < ITEMS; index += 1) items[index] = primitive(value[index], state.indentation);
    if (value.length > ITEMS) items[ITEMS] = more(value.length - ITEMS);
    return items;
  };
  const listItems = (value: readonly unknown[], state: State, level: number): string[] => {
    const items: string[] = [];
    let index = 0;
    while (index < value.length && items.length < ITEMS) {
      const from = index;
      if (descriptorOf(value, index) === undefined) index = nextIn(value, index);
      if (index > from) items[items.length] = `<${index - from} empty item${s(index - from)}>`;
      else {
        items[items.length] = propertyText(value, index, state, level, true);
        index += 1;
      }
    }
    if (index < value.length) items[items.length] = more(value.length - index);
    return items;
  };

  /** The next index at which a list has an item. */
  const nextIn = (value: readonly unknown[], from: number): number => {
    const all = keys(value);
    for (let at = 0; at < all.length; at += 1) if (own.number(all[at]) >= from) return own.number(all[at]);
    return value.length;
  };

  const propertyText = (value: object, key: PropertyKey, state: State, level: number, isItem: boolean): string => {
    const { value: content, get, set, enumerable } = descriptorOf(value, key) ?? {};
    state.indentation += 2;
    let text = valueText(content, state, level);
    state.indentation -= 2;
    if (get) text = set ? '[Getter/Setter]' : '[Getter]';
    else if (set) text = '[Setter]';
    if (isItem) return text;
    let name = typeof key === 'symbol' ? toText(key) : plainName(toText(key));
    if (enumerable === false) name = `[${name}]`;
    return `${name}: ${text}`;
  };
  const plainName = (key: string): string => {
    if (key === '__proto__') return "['__proto__']";
    return apply(own.test, plainKey, [key]) ? key : quoted(key);
  };
  const propertiesOf = (value: object, { isList, isText, hides = [] }: Shape): PropertyKey[] => {
    const found: PropertyKey[] = [];
    const all = ownKeys(value);
    for (let index = 0; index < all.length; index += 1) {
      const key = itemAt(all, index);
      if ((isList || isText) && typeof key === 'string' && toText(own.number(key) >>> 0) === key) continue;
      let isHidden = false;
      for (let at = 0; at < hides.length; at += 1) isHidden ||= hides[at] === key;
      if (!isHidden && apply(isEnumerable, value, [key])) found[found.length] = key;
    }
    if (hides.length > 0 && descriptorOf(value, 'cause')?.enumerable === false) found[found.length] = 'cause';
    if (hides.length > 0 && descriptorOf(value, 'errors')?.enumerable === false) found[found.length] = 'errors';
    return found;
  };

  const objectText = (value: object, state: State, level: number): string => {
    const maker = makerOf(value);
    const named: unknown = get(value, Symbol.toStringTag);
    const tag = typeof named === 'string' && !apply(isEnumerable, value, [Symbol.toStringTag]) ? named : '';
    const shape = shapeOf(value, maker, tag, state);
    const properties = propertiesOf(value, shape);
    const isEmpty = properties.length === 0 && (!shape.items || shape.empty === undefined || sizeIsZero(value, shape));
    if (isEmpty && shape.empty !== undefined) return shape.empty;
    if (level > state.depth) return `[${isArray(value) ? 'Array' : apply(slice, prefixOf(maker, tag, 'Object'), [0, -1])}]`;
    state.seen[state.seen.length] = value;
    state.deepest = level + 1;
    const items = shape.items?.(level + 1) ?? [];
    for (let index = 0; index < properties.length; index += 1)
      items[items.length] = propertyText(value, itemAt(properties, index), state, level + 1, false);
    state.seen.length -= 1;
    const circle = numberOfCircle(value, state, false);
    const base = circle > 0 ? `<ref *${circle}>${shape.base ? ` ${shape.base}` : ''}` : (shape.base ?? '');
    return laidOut(items, base, shape, state, level + 1, value);
  };
  const sizeIsZero = (value: object, { isList }: Shape): boolean => {
    if (isList) return get(value, 'length') === 0;
    if (takes(sizeOfSet, value)) return apply(sizeOfSet, value, []) === 0;
    return takes(sizeOfMap, value) && apply(sizeOfMap, value, []) === 0;
  };

  /** Puts the items on one line if they are few and short, into columns if they are a long list, and else each on a line. */
  const laidOut = (all: string[], base: string, { open, close, isList }: Shape, state: State, level: number, value: object): string => {
    const isLong = isList && all.length > 6 && (isArray(value) || isNumbers(value));
    const items = isLong ? part('columns').inColumns(all, state.indentation, value) : all;
    const before = base === '' ? '' : `${base} `;
    if (state.deepest - level < 3 && items.length === all.length) {
      let width = items.length + items.length + state.indentation + open.length + base.length + 10;
      let isShort = width + items.length <= WIDTH && !has(base, '\n');
      for (let index = 0; index < items.length && isShort; index += 1) {
        width += itemAt(items, index).length;
        isShort = width <= WIDTH;
      }
      const line = isShort ? joined(items, ', ') : '\n';
      if (!has(line, '\n')) return `${before}${open} ${line} ${close}`;
    }
    const margin = `\n${times(' ', state.indentation)}`;
    return `${before}${open}${margin}  ${joined(items, `,${margin}  `)}${margin}${close}`;
  };

  const inspect = (value: unknown, options?: unknown): string => {
    const { depth = 2 }: { depth?: number | null } = typeof options === 'object' && options !== null ? options : {};
    const state: State = { depth: depth ?? Number.POSITIVE_INFINITY, indentation: 0, deepest: 0, seen: [], circular: [] };
    return valueText(value, state, 0);
  };

  return { inspect: Object.assign(inspect, { custom: CUSTOM }) };
}
