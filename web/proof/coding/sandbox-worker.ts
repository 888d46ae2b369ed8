import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import wasm from '@jitl/quickjs-ng-wasmfile-release-sync/wasm?url&inline';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant, type QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { Ran } from '../../../src/contracts/coding/ran.ts';
import { runJavaScript } from '../../../src/contracts/coding/run-javascript.ts';
import { withoutTypes } from '../../../src/contracts/coding/without-types.ts';
import { EXAMPLE_MS, type SandboxAnswer, type SandboxJob } from './sandbox-job.ts';

// A worker that runs JavaScript and TypeScript in the same way as the server (src/providers/sandbox). The engine is part of its
// script, because its content security policy does not allow any connection.

const MEMORY_BYTES = 134_217_728;
/** The memory that QuickJS itself needs for its stack and its tables, in bytes. */
const OWN_BYTES = 8_388_608;
/** The clock stands still, as on the server: 2000-01-01T00:00:00Z. */
const FIXED_NOW = 946_684_800_000;

const worker = self as unknown as { onmessage: (event: MessageEvent<SandboxJob>) => void; postMessage: (answer: SandboxAnswer) => void };
const time = performance.now.bind(performance);

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function (delta) {
  if (this.buffer.byteLength + delta * 65_536 > MEMORY_BYTES) throw new RangeError('There is no more memory.');
  return grow.call(this, delta);
};
Date.now = () => FIXED_NOW;
performance.now = () => 0;

const bytes = Uint8Array.from(atob(wasm.slice(wasm.indexOf(',') + 1)), (sign) => sign.charCodeAt(0));
// The package declares CommonJS types, but the import is the variant itself.
const ours = newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule: WebAssembly.compile(bytes) });
let fresh = newQuickJSWASMModuleFromVariant(ours);

async function ranBy(quickjs: QuickJSWASMModule, { language, code, call, stdin }: SandboxJob): Promise<SandboxAnswer> {
  let began = time();
  try {
    const source = language === 'typescript' ? await withoutTypes(code) : code;
    began = time();
    const isOutOfTime = (): boolean => time() - began > EXAMPLE_MS;
    const ran = runJavaScript(quickjs, { code: source, call, stdin, memoryBytes: MEMORY_BYTES - OWN_BYTES, isOutOfTime });
    return { ran, ms: time() - began };
  } catch (error) {
    const ran: Ran = { value: null, stdout: '', output: '', cut: false, fault: { kind: 'error', message: String(error) } };
    return { ran, ms: time() - began };
  }
}

worker.onmessage = async ({ data }) => {
  const answer = await ranBy(await fresh, data);
  // Each run gets a new engine, so that no code sees the state of earlier code.
  fresh = newQuickJSWASMModuleFromVariant(ours);
  worker.postMessage(answer);
};
