import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { Piscina } from 'piscina';
import { afterAll, beforeAll } from 'vitest';
import { USUAL_PASSWORDS } from './quick-passwords.ts';

// Deriving a key from a password takes 30 ms of processor time and 19 MB on purpose, and estimating one 10 ms or more. The tests do it
// thousands of times, and few of them are about that, so the others derive with the least cost that argon2 allows, and do not estimate
// the usual passwords. For processes that tests start, `quick-passwords.ts` does it.

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
  const { run } = Piscina.prototype;
  Piscina.prototype.run = function (task, options) {
    const isUsual = USUAL_PASSWORDS.some((password) => task?.password === password);
    return isUsual && !state.isFull ? Promise.resolve(null) : run.call(this, task, options);
  };
}

/** During the tests of the calling file, passwords cost what they cost users: keys are derived in full, and all passwords are estimated. */
export function passwordsInFull(): void {
  const state = shared[HERE] as { isFull: boolean };
  beforeAll(() => {
    state.isFull = true;
  });
  afterAll(() => {
    state.isFull = false;
  });
}
