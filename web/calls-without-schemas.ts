import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { isCall } from '../src/contracts/call.ts';

const CALLS = /\/src\/contracts\/calls\/[\w-]+\.ts$/;

/** The part of a call that the client needs to send it. */
function sendable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isCall(value)) return { method: value.method, path: value.path, failure: value.failure };
  if (Array.isArray(value)) return value.map(sendable);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sendable(one)]));
}

/**
 * Removes the schemas of the declared calls from the scripts. The schemas and their library are larger than the limit for the
 * first page, and the client needs only method, path and failure message of a call. A form imports the schema of its body
 * itself.
 */
export const callsWithoutSchemas: Plugin = {
  name: 'calls-without-schemas',
  enforce: 'pre',
  async load(id) {
    if (!CALLS.test(id)) return null;
    this.addWatchFile(id);
    // With the modification time, because Node caches a module under its address forever.
    const module: object = await import(`${pathToFileURL(id)}?${statSync(id).mtimeMs}`);
    const exported = Object.entries(module).map(([name, value]) => `export const ${name} = ${JSON.stringify(sendable(value))};`);
    return { code: exported.join('\n'), map: null, moduleSideEffects: false };
  },
};
