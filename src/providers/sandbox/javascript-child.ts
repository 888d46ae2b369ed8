import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { Ran } from '../../contracts/coding/ran.ts';
import { runJavaScript } from '../../contracts/coding/run-javascript.ts';
import { withoutTypes } from '../../contracts/coding/without-types.ts';
import type { ChildSettings, Job } from './exchange.ts';
import { cpuTimer, FIXED_NOW, type Run, serve } from './serving.ts';

// The program of a child process that runs JavaScript and TypeScript. Each example gets a QuickJS of its own.

/** What QuickJS itself, its stack and its tables take of the memory. */
const OWN_BYTES = 8_388_608;

// The types that this project takes do not name it.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Memory: { prototype: { readonly buffer: ArrayBuffer; grow(delta: number): number } };
};

/** Gives instances of QuickJS that have run nothing yet. */
function instances(): () => Promise<QuickJSWASMModule> {
  const wasm = fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'));
  // The package says that its types are of a CommonJS module; what Node imports is the variant itself.
  const ours = newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule: WebAssembly.compile(readFileSync(wasm)) });
  return () => newQuickJSWASMModuleFromVariant(ours);
}

/** Changes this process for what it is to run. */
function prepare(memoryBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (delta) {
    if (this.buffer.byteLength + delta * 65_536 > memoryBytes) throw new RangeError('There is no more memory.');
    return grow.call(this, delta);
  };
  // The clock stands still, and QuickJS takes from it what is random: the same code gives the same outcome each time.
  Date.now = () => FIXED_NOW;
  performance.now = () => 0;
}

async function ranBy(quickjs: QuickJSWASMModule, job: Job, memoryBytes: number, isOutOfTime: () => boolean): Promise<Ran> {
  try {
    const code = job.language === 'typescript' ? await withoutTypes(job.code) : job.code;
    return runJavaScript(quickjs, { code, call: job.call, stdin: job.stdin, memoryBytes: memoryBytes - OWN_BYTES, isOutOfTime });
  } catch (error) {
    return { value: null, stdout: '', output: '', cut: false, fault: { kind: 'error', message: String(error) } };
  }
}

async function start({ exampleMs, memoryBytes }: ChildSettings): Promise<Run> {
  prepare(memoryBytes);
  const timer = cpuTimer(exampleMs);
  const instance = instances();
  // The first run loads and compiles what every run needs. Afterwards nothing can be read any more.
  const nothing: Job = { language: 'typescript', code: '', call: null, stdin: '' };
  await ranBy(await instance(), nothing, memoryBytes, () => false);
  let fresh: QuickJSWASMModule | undefined;
  const renew = async (): Promise<void> => {
    fresh = undefined;
    // The memory of the one before counts until it is collected.
    globalThis.gc?.();
    fresh = await instance();
  };
  await renew();
  return async (job) => {
    timer.begin();
    const ran = await ranBy(fresh as QuickJSWASMModule, job, memoryBytes, () => timer.isLate());
    const ms = timer.end();
    await renew();
    return { ran, ms, isBroken: false };
  };
}

if (import.meta.main) await serve(start);
