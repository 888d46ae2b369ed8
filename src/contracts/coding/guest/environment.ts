import type { Base, Guest, Host, Parts, Stdin } from './base.ts';

/**
 * What a program in JavaScript finds besides the language itself: the console, standard input, and the parts of Node by which
 * programs read, print and wait. The text of this function is evaluated inside QuickJS before the submitted code, so it uses nothing
 * from outside, and nothing that the submitted code could replace later. The other parts are functions of the same kind. They are
 * compiled when the program first asks for them, because most programs need few of them.
 */
export function guestEnvironment(host: Host, input: string, room: number): Guest {
  const { apply, get, ownKeys, defineProperty, deleteProperty } = Reflect;
  const { indexOf, slice, padStart, padEnd, charCodeAt } = String.prototype;
  const { floor, max, min, round, sqrt } = Math;
  const none = (): never => {
    throw new TypeError('The engine has no such getter.');
  };
  const getterOf = (holder: object, name: PropertyKey) => Object.getOwnPropertyDescriptor(holder, name)?.get ?? none;
  const own: Base['own'] = {
    ...{ apply, get, ownKeys, indexOf, slice, padStart, padEnd, charCodeAt, math: { floor, max, min, round, sqrt } },
    ...{ is: Object.is, keys: Object.keys, isArray: Array.isArray, isView: ArrayBuffer.isView },
    ...{ descriptorOf: Object.getOwnPropertyDescriptor, prototypeOf: Object.getPrototypeOf },
    ...{ stringify: JSON.stringify, parse: JSON.parse, test: RegExp.prototype.test, sourceOf: Function.prototype.toString },
    ...{ text: String, number: Number, failure: Error, promise: Promise, date: Date, pattern: RegExp, map: Map, set: Set },
    ...{ mapEach: Map.prototype.forEach, setEach: Set.prototype.forEach },
    ...{ isoOf: Date.prototype.toISOString, timeOf: Date.prototype.getTime },
    ...{ sizeOfMap: getterOf(Map.prototype, 'size'), sizeOfSet: getterOf(Set.prototype, 'size') },
    bytesIn: getterOf(ArrayBuffer.prototype, 'byteLength'),
    kindOfView: getterOf(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag),
    // The callers compare the index with the length. They cannot iterate, because submitted code may replace the iterators.
    itemAt: <Item>(list: ArrayLike<Item>, index: number) => list[index] as Item,
  };
  const { text: ToText, is, itemAt } = own;

  const loaded: { -readonly [Name in keyof Parts]?: Parts[Name] } = Object.create(null);
  const part: Base['part'] = (name) => {
    const known = loaded[name];
    if (known !== undefined) return known;
    const made = host.load(name)(base);
    loaded[name] = made;
    return made;
  };

  let left = room;
  const print = (stream: number, text: string): boolean => {
    // One more than there is room for, so that the other side sees that there was more.
    const shown: string = apply(slice, ToText(text), [0, left + 1]);
    if (left < 0 || shown === '') return true;
    left -= shown.length;
    host.write(stream, shown);
    return true;
  };

  let at = 0;
  const stdin: Stdin = {
    line() {
      if (at >= input.length) return null;
      const found: number = apply(indexOf, input, ['\n', at]);
      const end = found < 0 ? input.length : found;
      const line: string = apply(slice, input, [at, end > at && input[end - 1] === '\r' ? end - 1 : end]);
      at = end + 1;
      return line;
    },
    take(count) {
      const from = at;
      at = count === undefined ? input.length : min(input.length, at + count);
      return apply(slice, input, [from, at]);
    },
    peek: () => apply(slice, input, [at]),
    left: () => max(0, input.length - at),
  };

  let clock = 0;
  const setClock = (ms: number): void => {
    clock = ms;
    host.setClock(ms);
  };
  const base: Base = { print, exit: host.exit, stdin, clock: () => clock, setClock, part, loaded: (name) => loaded[name], own };

  /** What most lines consist of, without the part that knows all the others. */
  const simple = (values: readonly unknown[]): string | undefined => {
    const { 0: first } = values;
    if (values.length > 1 && typeof first === 'string' && apply(indexOf, first, ['%']) >= 0) return undefined;
    let line = '';
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if ((typeof value === 'object' && value !== null) || typeof value === 'function' || typeof value === 'symbol' || is(value, -0))
        return undefined;
      line += (index === 0 ? '' : ' ') + (typeof value === 'bigint' ? `${value}n` : ToText(value));
    }
    return line;
  };
  const logTo =
    (stream: number) =>
    (...values: unknown[]): void => {
      const line =
        simple(values) ??
        (values.length === 1 && typeof values[0] === 'object' ? part('inspect').inspect(values[0]) : part('format').format(...values));
      if (loaded.console) loaded.console.write(stream, line);
      else print(stream, `${line}\n`);
    };
  const [out, err] = [logTo(1), logTo(2)];
  const console: object = { log: out, info: out, debug: out, error: err, warn: err, trace: err };

  /** Properties that are made when they are first asked for. */
  const lazily = (holder: object, names: readonly string[], make: (name: string) => unknown): void => {
    for (let index = 0; index < names.length; index += 1) {
      const name = itemAt(names, index);
      const set = (value: unknown): void =>
        void defineProperty(holder, name, { value, writable: true, configurable: true, enumerable: true });
      const get = (): unknown => {
        const value = make(name);
        set(value);
        return value;
      };
      defineProperty(holder, name, { get, set, configurable: true, enumerable: true });
    }
  };
  const require = (name: unknown): unknown => part('modules').require(name);
  const readLine = (): string | null => stdin.line();
  const module: { exports: unknown } = { exports: {} };
  const named = {
    console,
    require,
    module,
    exports: module.exports,
    global: globalThis,
    performance: { now: () => clock, timeOrigin: performance.timeOrigin },
  };
  Object.assign(globalThis, named, { readline: readLine, input: readLine, prompt: () => stdin.line(), gets: readLine, print: out });
  const timers = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'];
  lazily(globalThis, timers, (name) => part('timers').globals[name]);
  lazily(globalThis, ['Buffer', 'TextEncoder', 'TextDecoder', 'atob', 'btoa'], (name) => part('bytes').globals[name]);
  lazily(globalThis, ['fs'], () => part('files'));
  lazily(globalThis, ['process'], () => part('process').process);
  lazily(globalThis, ['structuredClone'], () => part('clone').structuredClone);
  const rare = ['assert', 'dir', 'table', 'count', 'countReset', 'time', 'timeEnd', 'timeLog', 'group', 'groupCollapsed', 'groupEnd'];
  lazily(console, rare, (name) => part('console')[name]);
  // Its memory is not counted as the program's.
  deleteProperty(globalThis, 'SharedArrayBuffer');

  const method = (holder: object, name: string, value: unknown): boolean =>
    defineProperty(holder, name, { value, writable: true, configurable: true });
  const english = (locales: unknown): void => {
    const { 0: first }: { 0?: unknown } = typeof locales === 'object' && locales !== null ? locales : [locales];
    if (first !== undefined && apply(indexOf, ToText(first), ['en']) !== 0)
      throw new RangeError(`The language ${ToText(first)} is not supported. There is en-US.`);
  };
  method(String.prototype, 'localeCompare', function localeCompare(this: unknown, other: unknown, _locales?: unknown, options?: object) {
    return part('locale').compare(ToText(this), ToText(other), options);
  });
  const ofNumber = function ofNumber(this: number | bigint, locales?: unknown, options?: object): string {
    english(locales);
    return part('locale').ofNumber(this.valueOf(), options);
  };
  method(Number.prototype, 'toLocaleString', ofNumber);
  method(BigInt.prototype, 'toLocaleString', ofNumber);
  const ofDates = (name: string, what: 'date' | 'time' | 'both'): boolean =>
    method(Date.prototype, name, function toLocale(this: Date, locales?: unknown, options?: object) {
      english(locales);
      if (options && own.keys(options).length > 0) throw new RangeError(`Options of ${name} are not supported.`);
      return part('locale').ofDate(this, what);
    });
  ofDates('toLocaleDateString', 'date');
  ofDates('toLocaleTimeString', 'time');
  ofDates('toLocaleString', 'both');

  const brief = (value: unknown): string => (typeof value === 'string' ? apply(slice, value, [0, 2_000]) : '');
  const exportsOf = (name: string): string => {
    const given = require(name);
    const keys = given === null || given === undefined ? [] : own.keys(given);
    let list = '';
    for (let index = 0; index < keys.length; index += 1) if (keys[index] !== 'default') list += (list === '' ? '' : ',') + keys[index];
    return list;
  };
  return {
    calls: () => part('calls'),
    ticks: () => loaded.timers?.runTicks() ?? false,
    turn: () => loaded.timers?.turn() ?? false,
    end: () => loaded.process?.end(),
    exportsOf,
    thrown(error) {
      if (error === null || typeof error !== 'object') return ['', brief(typeof error === 'function' ? 'a function' : ToText(error)), ''];
      const { name, message, stack }: { name?: unknown; message?: unknown; stack?: unknown } = error;
      return [brief(name), brief(typeof name === 'string' ? message : 'an object'), brief(stack)];
    },
  };
}
