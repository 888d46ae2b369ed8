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

/** The memory that QuickJS itself, its stack and its tables take. */
const OWN_BYTES = 8_388_608;

// The types of this project do not include it.
declare const WebAssembly: {
  compile(bytes: Uint8Array): Promise<object>;
  Memory: { prototype: { readonly buffer: ArrayBuffer; grow(delta: number): number } };
};

/** Creates instances of QuickJS that have run nothing yet. */
function instances(): () => Promise<QuickJSWASMModule> {
  const wasm = fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'));
  // The package declares the types of a CommonJS module, but Node imports the variant itself.
  const ours = newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule: WebAssembly.compile(readFileSync(wasm)) });
  return () => newQuickJSWASMModuleFromVariant(ours);
}

/** Prepares this process for running code of strangers. */
function prepare(memoryBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (delta) {
    if (this.buffer.byteLength + delta * 65_536 > memoryBytes) throw new RangeError('There is no more memory.');
    return grow.call(this, delta);
  };
  // The clock stands still, and QuickJS takes its random seed from it, so that the same code always has the same
  // outcome.
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
  // The first run loads and compiles everything that later runs need. Afterwards no file can be read.
  const nothing: Job = { language: 'typescript', code: '', call: null, stdin: '' };
  await ranBy(await instance(), nothing, memoryBytes, () => false);
  let fresh: QuickJSWASMModule | undefined;
  const renew = async (): Promise<void> => {
    fresh = undefined;
    // The memory of the previous instance counts until it is collected.
    globalThis.gc?.();
    fresh = await instance();
  };
  await renew();
  return async (job) => {
    timer.begin();
    const ran = await ranBy(fresh ?? (await instance()), job, memoryBytes, () => timer.isLate());
    const ms = timer.end();
    await renew();
    return { ran, ms, isBroken: false };
  };
}

if (import.meta.main) await serve(start);
