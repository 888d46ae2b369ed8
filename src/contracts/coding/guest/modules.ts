import type { Base } from './base.ts';

/** Node's `require`, with the modules that programs use to read input and print output. */
export function guestModules({ clock, own, part }: Base): { readonly require: (name: unknown) => unknown } {
  type Work = (...values: unknown[]) => unknown;
  const CUSTOM = Symbol.for('nodejs.util.promisify.custom');
  const READING = "Read standard input with readline(), or with fs.readFileSync(0, 'utf8').";
  const ADVICE: Readonly<Record<string, string>> = {
    os: "A line ends with '\\n' here.",
    'readline-sync': READING,
    'prompt-sync': READING,
    prompt: READING,
    stream: READING,
  };

  const promisify = (work: Work): unknown => {
    const custom: unknown = own.get(work, CUSTOM);
    if (custom !== undefined) return custom;
    return function promised(this: unknown, ...values: unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) =>
        work.call(this, ...values, (error: unknown, value: unknown) => (error ? reject(error) : resolve(value))),
      );
    };
  };
  const util = (): object => {
    const { inspect } = part('inspect');
    const { format } = part('format');
    const inherits = (one: { prototype: object }, parent: { prototype: object }): void =>
      void Object.setPrototypeOf(one.prototype, parent.prototype);
    const is = (kind: string) => (value: unknown) => Object.prototype.toString.call(value) === `[object ${kind}]`;
    const types = {
      isDate: is('Date'),
      isRegExp: is('RegExp'),
      isMap: is('Map'),
      isSet: is('Set'),
      isPromise: is('Promise'),
      isTypedArray: (value: unknown) => ArrayBuffer.isView(value) && !(value instanceof DataView),
    };
    const isDeepStrictEqual = (one: unknown, other: unknown): boolean => part('clone').isSame(one, other, true);
    const { TextEncoder, TextDecoder } = part('bytes').globals;
    return {
      inspect,
      format,
      inherits,
      types,
      isDeepStrictEqual,
      TextEncoder,
      TextDecoder,
      deprecate: (work: Work) => work,
      promisify: Object.assign(promisify, { custom: CUSTOM }),
    };
  };
  const assertions = (isStrict: boolean): object => {
    const { isSame } = part('clone');
    class AssertionError extends Error {
      override readonly name = 'AssertionError';
      readonly code = 'ERR_ASSERTION';
    }
    const shown = (value: unknown): string => part('inspect').inspect(value);
    const check = (isRight: boolean, given: unknown, words: () => string): void => {
      if (isRight) return;
      if (given instanceof Error) throw given;
      throw new AssertionError(given === undefined ? words() : String(given));
    };
    const comparing =
      (is: (one: unknown, other: unknown) => boolean, isWanted: boolean) => (one: unknown, other: unknown, given?: unknown) =>
        check(is(one, other) === isWanted, given, () => `Expected ${shown(one)} ${isWanted ? '' : 'not '}to equal ${shown(other)}`);
    // biome-ignore lint/suspicious/noDoubleEquals: this is what the loose comparison of `assert` means
    const loose = isStrict ? Object.is : (one: unknown, other: unknown): boolean => one == other;
    const ok = (value: unknown, given?: unknown): void => check(Boolean(value), given, () => `Expected ${shown(value)} to be truthy`);
    const throws = (work: Work, ...given: unknown[]): void => {
      let thrown = false;
      try {
        work();
      } catch (error) {
        thrown = true;
        const [expected] = given;
        if (expected instanceof RegExp)
          check(expected.test(String(error)), undefined, () => `The error ${String(error)} does not match ${expected}`);
        else if (typeof expected === 'function' && expected.prototype !== undefined && !(error instanceof expected)) throw error;
      }
      check(thrown, typeof given.at(-1) === 'string' ? given.at(-1) : undefined, () => 'Missing expected exception.');
    };
    const deep = (one: unknown, other: unknown): boolean => isSame(one, other, isStrict);
    const strictly = (one: unknown, other: unknown): boolean => isSame(one, other, true);
    const assert = Object.assign((value: unknown, given?: unknown) => ok(value, given), {
      ...{ ok, throws, AssertionError },
      fail: (given: unknown = 'Failed') => check(false, given, () => ''),
      equal: comparing(loose, true),
      notEqual: comparing(loose, false),
      strictEqual: comparing(Object.is, true),
      notStrictEqual: comparing(Object.is, false),
      deepEqual: comparing(deep, true),
      notDeepEqual: comparing(deep, false),
      deepStrictEqual: comparing(strictly, true),
      notDeepStrictEqual: comparing(strictly, false),
    });
    return Object.assign(assert, { strict: isStrict ? assert : assertions(true) });
  };
  const MODULES: Readonly<Record<string, () => unknown>> = {
    fs: () => part('files'),
    'fs/promises': () => part('files').promises,
    readline: () => part('streams').readline,
    'readline/promises': () => part('streams').promises,
    process: () => part('process').process,
    util,
    events: () => part('events').EventEmitter,
    assert: () => assertions(false),
    'assert/strict': () => assertions(true),
    buffer: () => part('bytes').globals,
    timers: () => ({ ...part('timers').globals, promises: part('timers').promises }),
    'timers/promises': () => part('timers').promises,
    perf_hooks: () => ({ performance: { now: clock, timeOrigin: own.date.now() - clock(), mark() {}, measure() {} } }),
    console: (): unknown => own.get(globalThis, 'console'),
  };
  const made = new Map<string, unknown>();
  const require = (given: unknown): unknown => {
    const name = String(given).replace(/^node:/, '');
    const make = Object.hasOwn(MODULES, name) ? MODULES[name] : undefined;
    if (!make) {
      const advice = ADVICE[name] ? ` ${ADVICE[name]}` : '';
      const names = 'fs, readline, process, util, events, assert, buffer, timers and perf_hooks';
      throw Object.assign(new Error(`Cannot find module '${String(given).slice(0, 100)}': there are ${names}.${advice}`), {
        code: 'MODULE_NOT_FOUND',
      });
    }
    if (!made.has(name)) made.set(name, make());
    return made.get(name);
  };
  return { require };
}
