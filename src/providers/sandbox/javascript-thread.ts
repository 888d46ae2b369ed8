import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { Ran } from '../../contracts/coding/ran.ts';
import { runJavaScript } from '../../contracts/coding/run-javascript.ts';
import { withoutTypes } from '../../contracts/coding/without-types.ts';
import type { ThreadAnswer, ThreadJob, ThreadSettings } from './job.ts';
import { goAfterOthers } from './thread-priority.ts';
import { cpuTimer, FIXED_NOW } from './thread-time.ts';

// The program of a thread that runs JavaScript and TypeScript. Each example gets a QuickJS of its own.

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

/** Changes this thread for what it is to run. */
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

async function ranBy(quickjs: QuickJSWASMModule, job: ThreadJob, memoryBytes: number, isOutOfTime: () => boolean): Promise<Ran> {
  try {
    const code = job.language === 'typescript' ? await withoutTypes(job.code) : job.code;
    return runJavaScript(quickjs, { code, call: job.call, stdin: job.stdin, memoryBytes: memoryBytes - OWN_BYTES, isOutOfTime });
  } catch (error) {
    return { value: null, stdout: '', output: '', cut: false, fault: { kind: 'error', message: String(error) } };
  }
}

async function serve(port: MessagePort, { exampleMs, memoryBytes }: ThreadSettings): Promise<void> {
  goAfterOthers();
  prepare(memoryBytes);
  const timer = cpuTimer(exampleMs);
  const instance = instances();
  // The first run compiles what every run needs. It is done before somebody waits for it.
  const nothing: ThreadJob = { language: 'javascript', code: '', call: null, stdin: '' };
  await ranBy(await instance(), nothing, memoryBytes, () => false);
  let fresh = await instance();
  port.on('message', async (job: ThreadJob) => {
    timer.begin();
    const ran = await ranBy(fresh, job, memoryBytes, () => timer.isLate());
    const ms = timer.end();
    fresh = await instance();
    port.postMessage({ ran, ms, isBroken: false } satisfies ThreadAnswer);
  });
  port.postMessage('ready');
}

if (parentPort) await serve(parentPort, workerData as ThreadSettings);
