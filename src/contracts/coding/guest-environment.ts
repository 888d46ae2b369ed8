/** Writes to standard output (1) or to the error stream (2). */
type Write = (stream: number, text: string) => void;
type Listener = (text?: string) => void;

/** What runs a submitted function, as the code around it sees it. */
export interface Guest {
  /**
   * Calls the function of this name, or the method of a class Solution, with the values of a JSON list. `others`: what else the code
   * declares, where a function of another name may be called if it is the only one; undefined: it may not.
   */
  readonly call: (name: string, found: unknown, solution: unknown, args: string, others: readonly unknown[] | undefined) => unknown;
  /** The JSON of a value. A BigInt becomes a string that begins with NUL and n. */
  readonly text: (value: unknown) => string;
  /** What was thrown: name, message and stack, each of a bounded length; for what is no error, an empty name and the value. */
  readonly thrown: (error: unknown) => string[];
}

/**
 * What a program in JavaScript finds besides the language itself: the console, standard input, and the few parts of Node's
 * modules by which programs read and print. The text of this function is evaluated inside QuickJS before the submitted code, so
 * it uses nothing from outside, and nothing that the submitted code could replace later.
 */
export function guestEnvironment(write: Write, exit: (code: number) => void, stdin: string, room: number): Guest {
  const { parse, stringify } = JSON;
  const { apply, ownKeys } = Reflect;
  const { is, keys, getPrototypeOf } = Object;
  const { isArray } = Array;
  const { indexOf, slice } = String.prototype;
  const { then } = Promise.prototype;
  const { toString: sourceOf } = Function.prototype;
  const mapEntries = Map.prototype.forEach;
  const { forEach: setEntries, has } = Set.prototype;
  const [ToText, ToNumber, Failure, GuestMap, GuestSet] = [String, Number, Error, Map, Set];
  const now = Promise.resolve();
  const later = (work: () => void): void => void apply(then, now, [work]);

  let left = room;
  const print = (stream: number, text: unknown): boolean => {
    // One more than there is room for, so that the other side sees that there was more.
    const part: string = apply(slice, ToText(text), [0, left + 1]);
    if (left < 0 || part === '') return true;
    left -= part.length;
    write(stream, part);
    return true;
  };

  /** A value as the console shows it, on one line. */
  const shown = (value: unknown, depth: number): string => {
    if (typeof value === 'string') return depth === 0 ? value : `'${value}'`;
    if (typeof value === 'bigint') return `${value}n`;
    if (typeof value === 'function') return `[Function: ${value.name || '(anonymous)'}]`;
    if (is(value, -0)) return '-0';
    if (typeof value !== 'object' || value === null) return ToText(value);
    if (value instanceof Failure) return `${value}`;
    if (depth > 2) return isArray(value) ? '[Array]' : '[Object]';
    if (isArray(value)) return listed(value.length, (index) => shown(value[index], depth + 1), '[', ']');
    if (value instanceof GuestMap || value instanceof GuestSet) return collection(value, depth);
    const names = keys(value);
    const field = (index: number): string =>
      `${names[index]}: ${shown((value as Record<string, unknown>)[names[index] as string], depth + 1)}`;
    const maker = (getPrototypeOf(value) as { constructor?: { name?: string } } | null)?.constructor?.name;
    return `${maker === undefined || maker === 'Object' ? '' : `${maker} `}${listed(names.length, field, '{', '}')}`;
  };
  const listed = (length: number, item: (index: number) => string, open: string, close: string): string => {
    if (length === 0) return open + close;
    let text = '';
    for (let index = 0; index < length && index < 100; index += 1) text += (index === 0 ? '' : ', ') + item(index);
    return `${open} ${text}${length > 100 ? `, ... ${length - 100} more items` : ''} ${close}`;
  };
  const collection = (value: Map<unknown, unknown> | Set<unknown>, depth: number): string => {
    const items: string[] = [];
    const entry = (item: unknown, key: unknown): void => {
      const name = value instanceof GuestMap ? `${shown(key, depth + 1)} => ` : '';
      items[items.length] = `${name}${shown(item, depth + 1)}`;
    };
    apply(value instanceof GuestMap ? mapEntries : setEntries, value, [entry]);
    const kind = value instanceof GuestMap ? 'Map' : 'Set';
    return `${kind}(${value.size}) ${listed(items.length, (index) => items[index] as string, '{', '}')}`;
  };
  const logTo =
    (stream: number) =>
    (...values: unknown[]): void => {
      let line = '';
      for (let index = 0; index < values.length; index += 1) line += (index === 0 ? '' : ' ') + shown(values[index], 0);
      print(stream, `${line}\n`);
    };

  let at = 0;
  const readLine = (): string | null => {
    if (at >= stdin.length) return null;
    const found: number = apply(indexOf, stdin, ['\n', at]);
    const end = found < 0 ? stdin.length : found;
    const line: string = apply(slice, stdin, [at, end > at && stdin[end - 1] === '\r' ? end - 1 : end]);
    at = end + 1;
    return line;
  };
  const readRest = (): string => {
    const rest: string = apply(slice, stdin, [at]);
    at = stdin.length;
    return rest;
  };
  const readFileSync = (path: unknown): string => {
    if (path === 0 || path === '/dev/stdin') return readRest();
    throw new Failure(`ENOENT: there is no file ${ToText(path)}. Standard input is file 0.`);
  };
  const writeFileSync = (path: unknown, text: unknown): void => {
    if (path !== 1 && path !== 2 && path !== '/dev/stdout') throw new Failure('EROFS: no files can be written.');
    print(path === 2 ? 2 : 1, text);
  };
  async function* lines(): AsyncGenerator<string> {
    for (let line = readLine(); line !== null; line = readLine()) yield line;
  }
  const createInterface = (): object => {
    const onLine: Listener[] = [];
    const onClose: Listener[] = [];
    let closed = false;
    const close = (): void => {
      if (closed) return;
      closed = true;
      for (let index = 0; index < onClose.length; index += 1) onClose[index]?.();
    };
    later(() => {
      if (onLine.length === 0 && onClose.length === 0) return;
      for (let line = readLine(); line !== null && !closed; line = readLine())
        for (let index = 0; index < onLine.length; index += 1) onLine[index]?.(line);
      close();
    });
    const on = (event: string, listener: Listener): object => {
      if (event === 'line') onLine[onLine.length] = listener;
      if (event === 'close') onClose[onClose.length] = listener;
      return interfaceOf;
    };
    const question = (prompt: string, answered: Listener): void => {
      print(1, prompt);
      later(() => answered(readLine() ?? ''));
    };
    const interfaceOf = { on, once: on, question, close, setPrompt: () => {}, prompt: () => {}, [Symbol.asyncIterator]: lines };
    return interfaceOf;
  };
  const onInput = (event: string, listener: Listener): object => {
    if (event === 'data') later(() => listener(readRest()));
    // After the data, whichever of the two is listened to first.
    if (event === 'end') later(() => later(() => listener()));
    return input;
  };
  const input = { on: onInput, once: onInput, setEncoding: () => input, resume: () => input, fd: 0, [Symbol.asyncIterator]: lines };
  const leave = (code?: unknown): never => {
    exit(ToNumber(code ?? 0));
    throw new Failure('The program has ended.');
  };
  const fs = { readFileSync, writeFileSync, writeSync: writeFileSync };
  const readline = { createInterface };
  const process = {
    argv: ['node', 'solution.js'],
    env: {},
    exit: leave,
    nextTick: (work: () => void) => later(work),
    stdin: input,
    stdout: { write: (text: unknown) => print(1, text) },
    stderr: { write: (text: unknown) => print(2, text) },
  };
  const require = (name: unknown): object => {
    if (name === 'fs' || name === 'node:fs') return fs;
    if (name === 'readline' || name === 'node:readline') return readline;
    if (name === 'process' || name === 'node:process') return process;
    throw new Failure(`Cannot find module '${ToText(name)}': there are fs, readline and process.`);
  };
  const module: { exports: unknown } = { exports: {} };
  // Its memory is not counted as the program's.
  Reflect.deleteProperty(globalThis, 'SharedArrayBuffer');
  const [out, err] = [logTo(1), logTo(2)];
  const console = { log: out, info: out, debug: out, error: err, warn: err, trace: err };
  Object.assign(globalThis, { console, process, require, module, exports: module.exports, fs, readline: readLine, input: readLine });
  /** What the code finds under names that it may use itself for something within a function. */
  const builtIn = new GuestSet<unknown>(ownKeys(globalThis).map((name) => (globalThis as Record<PropertyKey, unknown>)[name]));

  const methodOf = (holder: unknown, name: string): unknown =>
    holder === null || holder === undefined ? undefined : (holder as Record<string, unknown>)[name];
  /** The only function among these. Classes are none. Undefined: there are several, or there is none. */
  const onlyOf = (values: readonly unknown[]): unknown => {
    let only: unknown;
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index];
      if (typeof value !== 'function' || value === only || apply(has, builtIn, [value])) continue;
      if (apply(slice, apply(sourceOf, value, []), [0, 5]) === 'class') continue;
      if (only !== undefined) return undefined;
      only = value;
    }
    return only;
  };
  const methodsOf = (made: unknown): unknown[] => {
    const names = ownKeys(getPrototypeOf(made) as object);
    const methods: unknown[] = [];
    for (let index = 0; index < names.length; index += 1)
      if (names[index] !== 'constructor') methods[methods.length] = (made as Record<PropertyKey, unknown>)[names[index] as PropertyKey];
    return methods;
  };
  const call: Guest['call'] = (name, found, solution, args, others) => {
    if (typeof found === 'function') return apply(found, undefined, parse(args));
    if (typeof solution === 'function') {
      const made: unknown = new (solution as new () => unknown)();
      const method = methodOf(made, name) ?? (others && onlyOf(methodsOf(made)));
      if (typeof method === 'function') return apply(method, made, parse(args));
    }
    const exported = methodOf(module.exports, name) ?? module.exports;
    if (typeof exported === 'function') return apply(exported, undefined, parse(args));
    const only = others && onlyOf(others);
    if (typeof only === 'function') return apply(only, undefined, parse(args));
    if (others)
      throw new Failure(`There is no function ${name}. Declare exactly one function, or name the one that is to be called ${name}.`);
    throw new Failure(`There is no function ${name}, and no class Solution with a method of this name.`);
  };
  const withBigInts = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? `\u0000n${value}` : value);
  const brief = (value: unknown): string => (typeof value === 'string' ? apply(slice, value, [0, 2_000]) : '');
  const thrown = (error: unknown): string[] => {
    if (error === null || typeof error !== 'object') return ['', brief(typeof error === 'function' ? 'a function' : ToText(error)), ''];
    const { name, message, stack } = error as Record<string, unknown>;
    return [brief(name), brief(typeof name === 'string' ? message : 'an object'), brief(stack)];
  };
  return { call, text: (value) => stringify(value, withBigInts) ?? 'null', thrown };
}
