import { join } from 'node:path';
import type { Plugin } from 'vite';

/** With which most tests sign people up. None is easy to guess (tests/app/account.test.ts). */
export const USUAL_PASSWORDS = ['a rather long password', 'a plain stone bridge'] as const;

const FILE = join(import.meta.dirname, '../../src/app/account/passwords.ts');
const CHANGES = [
  // The least that argon2 allows. A stored hash contains its parameters, so those from elsewhere are verified as they are.
  ['{ memory: 19_456, passes: 2, parallelism: 1 }', '{ memory: 8, passes: 1, parallelism: 1 }'],
  [
    '  estimator ??= startEstimator();\n',
    `  if (${JSON.stringify(USUAL_PASSWORDS)}.includes(password)) return null;\n  estimator ??= startEstimator();\n`,
  ],
] as const;

/**
 * Makes passwords cheap in processes that tests start. Deriving a key takes 30 ms of processor time on purpose, and reading the
 * dictionaries that estimate passwords takes half a second or more in each process in which somebody signs up. So keys are derived with little
 * work, and the usual passwords of tests are not estimated. All others are. @throws Error when the program does not say
 * what is to be changed
 */
export const quickPasswords: Plugin = {
  name: 'quick-passwords',
  // Before the types are removed, which also changes how numbers are written.
  enforce: 'pre',
  transform(code, id) {
    if (id !== FILE) return null;
    return CHANGES.reduce((text, [from, to]) => {
      if (text.split(from).length !== 2) throw new Error(`tests/support/quick-passwords.ts: '${from.trim()}' is not once in ${FILE}`);
      return text.replace(from, to);
    }, code);
  },
};
