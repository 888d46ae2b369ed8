import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import variant from '@jitl/quickjs-ng-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSSyncVariant } from 'quickjs-emscripten-core';
import { expect } from 'vitest';
import type { Call, Ran } from '../../../src/contracts/coding/ran.ts';
import { runJavaScript } from '../../../src/contracts/coding/run-javascript.ts';

const MEMORY = 32_000_000;

// The types of this project do not include it.
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<object> };

// Compiling it takes more time than most of the programs that run in it.
const wasm = fileURLToPath(import.meta.resolve('@jitl/quickjs-ng-wasmfile-release-sync/wasm'));
const compiled = newVariant(variant as unknown as QuickJSSyncVariant, { wasmModule: WebAssembly.compile(readFileSync(wasm)) });

/** Runs code in a fresh QuickJS that is interrupted after this many checks of its time. */
export async function run(code: string, { stdin = '', call = null as Call | null, questions = 50 } = {}): Promise<Ran> {
  const quickjs = await newQuickJSWASMModuleFromVariant(compiled);
  let asked = 0;
  return runJavaScript(quickjs, { code, call, stdin, memoryBytes: MEMORY, isOutOfTime: () => ++asked > questions });
}

export const calling = (name: string, ...args: string[]) => ({ call: { name, args } });

/** The output of a program that ends. */
export const printed = async (code: string, stdin = ''): Promise<string> => {
  const ran = await run(code, { stdin, questions: 5_000 });
  expect(ran.fault).toBeNull();
  return ran.stdout;
};
