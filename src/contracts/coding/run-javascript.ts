import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { guestEnvironment } from './guest/environment.ts';
import { PARTS } from './guest/parts.ts';
import { type Call, cutTo, type Fault, OUTPUT_BYTES, Printed, type Ran } from './ran.ts';
import { namesDeclaredIn, UNNAMED } from './unnamed.ts';

export interface JavaScriptRun {
  /** A script, or a module if it imports or exports something. */
  readonly code: string;
  /** The function to call; null if the code is a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
  /** The memory limit in bytes. */
  readonly memoryBytes: number;
  /** Called often while the program runs. When it returns true, the program is stopped. */
  readonly isOutOfTime: () => boolean;
}

/** The stack limit in bytes. QuickJS runs on the stack of the thread, which a larger value would exhaust. */
const STACK_BYTES = 4_194_304;
const ERROR_LENGTH = 2_000;
/** The global name under which the code hands over its declarations. */
const HAND_OVER = '__handOver';
const MODULE = /^[ \t]*(?:import\b\s*[\w{*"']|export\b\s*[\w{*])|\bawait\b/m;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

const READING = "Read standard input with readline(), or with require('fs').readFileSync(0, 'utf8').";
const LISTS = 'A function gets the values of an example as they are written there: numbers, texts, lists and objects.';
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['Deno', READING],
  ['Bun', READING],
  ['fetch', 'Code reaches no network.'],
  ['Intl', 'There are localeCompare and toLocaleString, as in English.'],
  ['ListNode', LISTS],
  ['TreeNode', LISTS],
]);

/**
 * Runs a program in a fresh QuickJS: `quickjs` must not have run anything before and must not be used again, because a program
 * can use up all of its memory. The program can access only what `guestEnvironment` provides.
 */
export function runJavaScript(quickjs: QuickJSWASMModule, run: JavaScriptRun): Ran {
  const printed = new Printed();
  const runtime = quickjs.newRuntime();
  const state: { late: boolean; exit: number | undefined } = { late: false, exit: undefined };
  runtime.setMemoryLimit(run.memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => {
    state.late ||= run.isOutOfTime();
    return state.late || state.exit !== undefined;
  });
  const vm = runtime.newContext();
  const engine: Engine = { quickjs, vm, runtime, memoryBytes: run.memoryBytes, guest: undefined };
  runtime.setModuleLoader((name) => moduleSource(engine, name));
  const clock = virtualClock();
  const leave = (code: number): void => {
    state.exit ??= code;
  };
  let value: string | null = null;
  let fault: Fault | null = null;
  try {
    value = perform(engine, run, { write: (stream, text) => printed.add(stream, text), leave, setClock: clock.set });
  } catch (error) {
    if (!state.late && state.exit === undefined) fault = faultOf(error);
  } finally {
    clock.restore();
  }
  // The reason for stopping is checked first, because stopped code can end in several ways, and inside a promise even
  // without an error.
  if (state.late) fault = { kind: 'timeout', message: '' };
  else if (state.exit !== undefined) fault = state.exit === 0 ? null : { kind: 'error', message: `It ended with code ${state.exit}.` };
  const { stdout, output, cut } = printed;
  return { value: fault ? null : value, stdout, output, cut, fault };
}

interface Engine {
  readonly quickjs: QuickJSWASMModule;
  readonly vm: QuickJSContext;
  readonly runtime: QuickJSRuntime;
  readonly memoryBytes: number;
  /** The environment that `guestEnvironment` returned. */
  guest: QuickJSHandle | undefined;
}

/** QuickJS reads the clock of the surrounding JavaScript, so this replaces it. It advances only when the program waits. */
function virtualClock(): { readonly set: (ms: number) => void; readonly restore: () => void } {
  const { now } = Date;
  let passed = 0;
  Date.now = () => now() + passed;
  return {
    set(ms) {
      passed = ms;
    },
    restore() {
      Date.now = now;
    },
  };
}

interface Effects {
  readonly write: (stream: number, text: string) => void;
  readonly leave: (code: number) => void;
  readonly setClock: (ms: number) => void;
}

/** Runs the code, calls its function, and finishes the pending work. Returns the function's result as JSON. */
function perform(engine: Engine, { code, call, stdin }: JavaScriptRun, effects: Effects): string | null {
  const { vm } = engine;
  const environment = take(engine, vm.evalCode(`(${guestEnvironment})`, 'environment.js'));
  const room = vm.newNumber(OUTPUT_BYTES);
  engine.guest = take(engine, vm.callFunction(environment, vm.undefined, hostOf(engine, effects), vm.newString(stdin), room));
  if (call === null) {
    const type = typeOf(engine, code);
    const ended = take(engine, vm.evalCode(code, 'solution.js', { type }));
    // In Node, `nextTick` callbacks run before promises at the end of a script, but after them at the end of a module.
    if (type === 'global') asked(engine, 'ticks');
    do work(engine);
    while (asked(engine, 'turn'));
    ask(engine, 'end');
    settled(engine, ended, type === 'module');
    return null;
  }
  const calls = ask(engine, 'calls');
  let declared: readonly QuickJSHandle[] = [];
  const handOver = vm.newFunction(HAND_OVER, (...handles) => {
    declared = handles.map((handle) => handle.dup());
  });
  vm.setProp(vm.global, HAND_OVER, handOver);
  const whole = `${code}\n;${handOverOf(call.name, code)}`;
  settled(engine, take(engine, vm.evalCode(whole, 'solution.js', { type: typeOf(engine, whole) })));
  const [found = vm.undefined, solution = vm.undefined, others = vm.undefined] = declared;
  const args = vm.newString(`[${call.args.join(',')}]`);
  const result = vm.callFunction(vm.getProp(calls, 'call'), vm.undefined, vm.newString(call.name), found, solution, args, others);
  const value = settled(engine, take(engine, result));
  const text = take(engine, vm.callFunction(vm.getProp(calls, 'text'), vm.undefined, value, vm.newNumber(call.changed ?? -1)));
  if (vm.getNumber(vm.getProp(text, 'length')) > OUTPUT_BYTES) throw new ProgramError('error', 'The result is longer than 64 KB.');
  // Replaces the strings that stand for numbers that JSON cannot express by those numbers.
  return vm.getString(text).replaceAll(/"\\u0000n(-?(?:\d+|Infinity)|NaN)"/g, '$1');
}

/** The host functions for the guest's environment. */
function hostOf(engine: Engine, { write, leave, setClock }: Effects): QuickJSHandle {
  const { vm } = engine;
  const host = vm.newObject();
  const give = (name: string, work: (...handles: QuickJSHandle[]) => QuickJSHandle | undefined): void =>
    vm.setProp(host, name, vm.newFunction(name, work));
  give('write', (stream, text) => void write(vm.getNumber(stream), vm.getString(text)));
  give('exit', (status) => void leave(vm.getNumber(status)));
  give('setClock', (ms) => void setClock(vm.getNumber(ms)));
  give('load', (name) => take(engine, vm.evalCode(`(${PARTS[vm.getString(name)]})`, 'environment.js')));
  return host;
}

/** Calls a function of the guest. */
function ask({ vm, ...engine }: Engine, name: string, ...given: QuickJSHandle[]): QuickJSHandle {
  const guest = engine.guest ?? vm.undefined;
  return take({ vm, ...engine }, vm.callFunction(vm.getProp(guest, name), vm.undefined, ...given));
}

/** As in Node, code is a script unless it imports or exports something or uses `await` at its top level. */
function typeOf(engine: Engine, code: string): 'global' | 'module' {
  if (!MODULE.test(code)) return 'global';
  const compiled = engine.vm.evalCode(code, 'solution.js', { type: 'global', compileOnly: true });
  compiled.dispose();
  return compiled.error ? 'module' : 'global';
}

/** Declarations with `const` or `class` are no properties of the global object, so the code itself has to hand them over. */
function handOverOf(name: string, code: string): string {
  if (!IDENTIFIER.test(name)) throw new ProgramError('error', `${name} is no name of a function.`);
  const orNone = (one: string): string => `typeof ${one} === 'undefined' ? undefined : ${one}`;
  const others = name === UNNAMED ? `[${namesDeclaredIn(code).map(orNone).join(', ')}]` : 'undefined';
  return `${HAND_OVER}(${orNone(name)}, ${orNone('Solution')}, ${others});`;
}

function moduleSource(engine: Engine, name: string): string {
  const { vm } = engine;
  const exported = vm.getString(ask(engine, 'exportsOf', vm.newString(name)));
  return `const given = require(${JSON.stringify(name)});\nexport default given;\nexport const { ${exported} } = given;`;
}

/** Runs what must follow the code directly, and then the pending promises. */
function work(engine: Engine): void {
  const { runtime } = engine;
  do {
    while (runtime.hasPendingJob()) {
      const done = runtime.executePendingJobs(100);
      if (done.error) throw programError(engine, done.error);
    }
  } while (asked(engine, 'ticks'));
}

/** The guest's answer to a question of yes or no. */
const asked = (engine: Engine, name: 'ticks' | 'turn'): boolean => engine.vm.dump(ask(engine, name)) === true;

/**
 * Runs the pending work until a promise is settled, and returns its value. Any other value is returned unchanged. @throws
 * ProgramError if the promise is rejected, or is never settled although it must be
 */
function settled(engine: Engine, handle: QuickJSHandle, hasToBe = true): QuickJSHandle {
  const { vm } = engine;
  for (;;) {
    work(engine);
    const state = vm.getPromiseState(handle);
    if (state.type === 'fulfilled') return state.value;
    if (state.type === 'rejected') throw programError(engine, state.error);
    if (asked(engine, 'turn')) continue;
    if (!hasToBe) return handle;
    throw new ProgramError('error', 'It waits for something that never happens: its promise is never settled.');
  }
}

type Outcome = { readonly value: QuickJSHandle; readonly error?: undefined } | { readonly error: QuickJSHandle };

function take(engine: Engine, outcome: Outcome): QuickJSHandle {
  if (outcome.error) throw programError(engine, outcome.error);
  return outcome.value;
}

/** An error of the submitted program. */
class ProgramError extends Error {
  readonly kind: Fault['kind'];

  constructor(kind: Fault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/**
 * Describes what the program threw. The guest reads the value and limits its length: a very long text or object would end
 * the whole process if the engine around QuickJS ran out of memory.
 */
function programError({ quickjs, vm, runtime, memoryBytes, guest }: Engine, error: QuickJSHandle): ProgramError {
  runtime.setMemoryLimit(-1);
  const read = guest && vm.callFunction(vm.getProp(guest, 'thrown'), vm.undefined, error);
  const field = (index: number): string => (read && !read.error ? vm.getString(vm.getProp(read.value, index)) : '');
  const [name, message, stack] = [field(0), field(1), field(2)];
  // Without memory for the description, nothing is known of the error.
  const isFull = quickjs.getWasmMemory().buffer.byteLength > memoryBytes * 0.75;
  if ((name === 'InternalError' && message === 'out of memory') || (name === '' && isFull)) return new ProgramError('memory', '');
  if (name === '') return new ProgramError('error', `It threw ${message || 'something'}.`);
  const frames = stack
    .split('\n')
    .filter((line) => line.includes('solution.js'))
    .map((line) => `\n  ${line.trim()}`);
  return new ProgramError('error', `${name}: ${message}${adviceFor(name, message)}${frames.slice(0, 5).join('')}`);
}

/** What to use instead of a feature of other environments that is missing here. */
function adviceFor(name: string, message: string): string {
  const [, missing = ''] = (name === 'ReferenceError' && /^'?(\w+)'? is not defined/.exec(message)) || [];
  const instead = INSTEAD.get(missing);
  return instead === undefined ? '' : `. There is no ${missing} here. ${instead}`;
}

function faultOf(error: unknown): Fault {
  if (error instanceof ProgramError) return { kind: error.kind, message: cutTo(error.message, ERROR_LENGTH) };
  // QuickJS itself failed: its stack was exhausted, or its memory could not grow any further.
  const { name = '', message = '' }: Partial<Error> = error instanceof Object ? error : {};
  if (name === 'RangeError' && message.includes('call stack')) return { kind: 'error', message: 'It called itself too deeply.' };
  if (name === 'RuntimeError') return { kind: 'memory', message: '' };
  throw error;
}
