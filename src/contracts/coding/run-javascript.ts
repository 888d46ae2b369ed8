import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { guestEnvironment } from './guest-environment.ts';
import { cutTo, OUTPUT_BYTES, Printed } from './printed.ts';
import type { Call, Fault, Ran } from './ran.ts';
import { namesDeclaredIn, UNNAMED } from './unnamed.ts';

export interface JavaScriptRun {
  /** A script, or a module if it imports or exports something. */
  readonly code: string;
  /** The function to call; null if the code is a program that reads standard input. */
  readonly call: Call | null;
  readonly stdin: string;
  /** How much memory the program may take, in bytes. */
  readonly memoryBytes: number;
  /** Asked often while the program runs. Once it is true, the program is ended. */
  readonly isOutOfTime: () => boolean;
}

/** The deepest recursion, in bytes of QuickJS's own stack. More would exhaust the stack of the thread. */
const STACK_BYTES = 4_194_304;
const ERROR_LENGTH = 2_000;
/** The name under which the code hands over what it declares. */
const HAND_OVER = '__handOver';
const MODULE = /^[ \t]*(?:import\b\s*[\w{*"']|export\b\s*[\w{*])/m;
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const MODULES = ['fs', 'node:fs', 'readline', 'node:readline', 'process', 'node:process'];

/**
 * Runs a program in a QuickJS of its own: `quickjs` must not have run anything before, and is not to be used again, because a
 * program can leave it with all of its memory taken. The program reaches nothing but what `guestEnvironment` gives it.
 */
export function runJavaScript(quickjs: QuickJSWASMModule, run: JavaScriptRun): Ran {
  const printed = new Printed();
  const runtime = quickjs.newRuntime();
  const state = { late: false, exit: undefined as number | undefined };
  runtime.setMemoryLimit(run.memoryBytes);
  runtime.setMaxStackSize(STACK_BYTES);
  runtime.setInterruptHandler(() => {
    state.late ||= run.isOutOfTime();
    return state.late || state.exit !== undefined;
  });
  runtime.setModuleLoader(moduleSource);
  const vm = runtime.newContext();
  const engine: Engine = { quickjs, vm, runtime, memoryBytes: run.memoryBytes, guest: undefined };
  let value: string | null = null;
  let fault: Fault | null = null;
  try {
    value = perform(engine, run, printed, (code) => (state.exit ??= code));
  } catch (error) {
    if (!state.late && state.exit === undefined) fault = faultOf(error);
  }
  // These first: what was interrupted ends in various ways, and within a promise even without an error.
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
  /** What `guestEnvironment` gave, once it has run. */
  guest: QuickJSHandle | undefined;
}

/** Runs the code, calls its function, and finishes what they left to be done. Gives the JSON of what the function returned. */
function perform(engine: Engine, { code, call, stdin }: JavaScriptRun, printed: Printed, exit: (code: number) => void): string | null {
  const { vm } = engine;
  const write = vm.newFunction('write', (stream, text) => printed.add(vm.getNumber(stream), vm.getString(text)));
  const leave = vm.newFunction('exit', (status) => exit(vm.getNumber(status)));
  const environment = take(engine, vm.evalCode(`(${guestEnvironment})`, 'environment.js'));
  const guest = take(engine, vm.callFunction(environment, vm.undefined, write, leave, vm.newString(stdin), vm.newNumber(OUTPUT_BYTES)));
  engine.guest = guest;
  const type = MODULE.test(code) ? 'module' : 'global';
  if (call === null) {
    settled(engine, take(engine, vm.evalCode(code, 'solution.js', { type })));
    return null;
  }
  let declared: readonly QuickJSHandle[] = [];
  const handOver = vm.newFunction(HAND_OVER, (...handles) => {
    declared = handles.map((handle) => handle.dup());
  });
  vm.setProp(vm.global, HAND_OVER, handOver);
  settled(engine, take(engine, vm.evalCode(`${code}\n;${handOverOf(call.name, code)}`, 'solution.js', { type })));
  const [found = vm.undefined, solution = vm.undefined, others = vm.undefined] = declared;
  const args = vm.newString(`[${call.args.join(',')}]`);
  const result = vm.callFunction(vm.getProp(guest, 'call'), vm.undefined, vm.newString(call.name), found, solution, args, others);
  const value = settled(engine, take(engine, result));
  const text = take(engine, vm.callFunction(vm.getProp(guest, 'text'), vm.undefined, value));
  if (vm.getNumber(vm.getProp(text, 'length')) > OUTPUT_BYTES) throw new ProgramError('error', 'The result is longer than 64 KB.');
  // Undoes what the guest did to BigInts, so that they are written as integers.
  return vm.getString(text).replaceAll(/"\\u0000n(-?\d+)"/g, '$1');
}

/** Names that the code declares with const or class are not on the global object, so the code itself has to hand them over. */
function handOverOf(name: string, code: string): string {
  if (!IDENTIFIER.test(name)) throw new ProgramError('error', `${name} is no name of a function.`);
  const orNone = (one: string): string => `typeof ${one} === 'undefined' ? undefined : ${one}`;
  const others = name === UNNAMED ? `[${namesDeclaredIn(code).map(orNone).join(', ')}]` : 'undefined';
  return `${HAND_OVER}(${orNone(name)}, ${orNone('Solution')}, ${others});`;
}

function moduleSource(name: string): string {
  if (!MODULES.includes(name)) throw new Error(`Cannot find module '${name.slice(0, 100)}': there are fs, readline and process.`);
  return `
    const given = require('${name}');
    export default given;
    export const { readFileSync, writeFileSync, createInterface, stdin, stdout, argv, env, exit } = given;`;
}

/** Works off what is left to be done, and gives the value of a promise. @throws ProgramError if the promise fails */
function settled(engine: Engine, handle: QuickJSHandle): QuickJSHandle {
  const { vm, runtime } = engine;
  while (runtime.hasPendingJob()) {
    const done = runtime.executePendingJobs(100);
    if (done.error) throw programError(engine, done.error);
  }
  const state = vm.getPromiseState(handle);
  if (state.type === 'fulfilled') return state.value;
  if (state.type === 'rejected') throw programError(engine, state.error);
  throw new ProgramError('error', 'It waits for something that never happens: its promise is never settled.');
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
 * What the program threw. The guest reads it, and bounds it: a text or an object of any length must not get to the engine around
 * QuickJS, which would end the whole process if it had no memory left.
 */
function programError({ quickjs, vm, runtime, memoryBytes, guest }: Engine, error: QuickJSHandle): ProgramError {
  runtime.setMemoryLimit(-1);
  const read = guest && vm.callFunction(vm.getProp(guest, 'thrown'), vm.undefined, error);
  const field = (index: number): string => (read && !read.error ? vm.getString(vm.getProp(read.value, index)) : '');
  const [name, message, stack] = [field(0), field(1), field(2)];
  // Where there is no memory even for the error, nothing can be read of it.
  const isFull = quickjs.getWasmMemory().buffer.byteLength > memoryBytes * 0.75;
  if ((name === 'InternalError' && message === 'out of memory') || (name === '' && isFull)) return new ProgramError('memory', '');
  if (name === '') return new ProgramError('error', `It threw ${message || 'something'}.`);
  const frames = stack
    .split('\n')
    .filter((line) => line.includes('solution.js'))
    .map((line) => `\n  ${line.trim()}`);
  return new ProgramError('error', `${name}: ${message}${frames.slice(0, 5).join('')}`);
}

function faultOf(error: unknown): Fault {
  if (error instanceof ProgramError) return { kind: error.kind, message: cutTo(error.message, ERROR_LENGTH) };
  // QuickJS itself failed: on the stack of the engine around it, or because its memory could not grow any further.
  const { name = '', message = '' } = error as Partial<Error>;
  if (name === 'RangeError' && message.includes('call stack')) return { kind: 'error', message: 'It called itself too deeply.' };
  if (name === 'RuntimeError') return { kind: 'memory', message: '' };
  throw error;
}
