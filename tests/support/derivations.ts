import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

// Deriving a key from a password takes 30 ms of processor time and 19 MB on purpose, and some tests try the same wrong
// password hundreds of times. The same password with the same salt gives the same key.

interface Derivations {
  /** Null: nothing is remembered. */
  known: Map<string, Buffer> | null;
}

const HERE = Symbol.for('vouch.derivations');
const shared = globalThis as { [HERE]?: Derivations };
// Test files share a process, and the program takes the function when it is loaded. So this is a setup file, and it is done once.
if (!shared[HERE]) {
  const state: Derivations = { known: null };
  shared[HERE] = state;
  const original = crypto.argon2;
  crypto.argon2 = (algorithm, parameters, callback) => {
    const { message, nonce, ...cost } = parameters;
    const key = JSON.stringify([algorithm, textOf(message), textOf(nonce), cost]);
    const found = state.known?.get(key);
    // Later, as the original does.
    if (found) return void setImmediate(() => callback(null, Buffer.from(found)));
    original(algorithm, parameters, (error, derived) => {
      if (error === null) state.known?.set(key, Buffer.from(derived));
      callback(error, derived);
    });
  };
  syncBuiltinESMExports();
}

function textOf(value: crypto.BinaryLike): string {
  return typeof value === 'string' ? value : Buffer.from(value as Uint8Array).toString('base64');
}

/** During the tests of the calling file, each password is derived once with each salt. For tests of counts, not of races. */
export function rememberDerivations(): void {
  const state = shared[HERE] as Derivations;
  beforeAll(() => {
    state.known = new Map();
  });
  afterAll(() => {
    state.known = null;
  });
}
