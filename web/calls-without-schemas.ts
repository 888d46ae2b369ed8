import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { isCall } from '../src/contracts/call.ts';

const CALLS = /\/src\/contracts\/calls\/[\w-]+\.ts$/;

/** What the client needs in order to send a call. */
function sendable(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isCall(value)) return { method: value.method, path: value.path, failure: value.failure };
  if (Array.isArray(value)) return value.map(sendable);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, sendable(one)]));
}

/**
 * Leaves the schemas of the declared calls out of the scripts. They and the library that reads them are larger than the first
 * page may be, and the client needs only method, path and sentence of a call. A form imports the schema of its body by itself.
 */
export const callsWithoutSchemas: Plugin = {
  name: 'calls-without-schemas',
  enforce: 'pre',
  async load(id) {
    if (!CALLS.test(id)) return null;
    this.addWatchFile(id);
    // The time of the change, since Node keeps a module under its address for ever.
    const module: object = await import(`${pathToFileURL(id)}?${statSync(id).mtimeMs}`);
    const exported = Object.entries(module).map(([name, value]) => `export const ${name} = ${JSON.stringify(sendable(value))};`);
    return { code: exported.join('\n'), map: null, moduleSideEffects: false };
  },
};
