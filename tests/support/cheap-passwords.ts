import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll } from 'vitest';

// Deriving a key from a password takes 30 ms of processor time and 19 MB on purpose. The tests do it thousands of times, and few of them
// are about that, so the others derive with the least cost that argon2 allows. For processes that tests start, `quick-passwords.ts` does it.

const LEAST = { memory: 8, passes: 1 } as const;
const HERE = Symbol.for('vouch.cheap-passwords');
const shared = globalThis as { [HERE]?: { isFull: boolean } };
// Test files share a process, and the program takes the function when it is loaded. So this is a setup file, and it is done once.
if (!shared[HERE]) {
  const state = { isFull: false };
  shared[HERE] = state;
  const { argon2 } = crypto;
  crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, state.isFull ? parameters : { ...parameters, ...LEAST }, callback);
  syncBuiltinESMExports();
}

/** During the tests of the calling file, keys are derived from passwords at their full cost, as other processes do. */
export function deriveInFull(): void {
  const state = shared[HERE] as { isFull: boolean };
  beforeAll(() => {
    state.isFull = true;
  });
  afterAll(() => {
    state.isFull = false;
  });
}
