// How `npm run mutate` runs the tests of the domain (stryker.config.mjs), once for each change that it makes.
import { defineConfig } from 'vitest/config';
import { ShortestFirst } from '../tests/support/times.ts';

export default defineConfig({
  test: {
    include: ['tests/domain/**/*.test.ts'],
    // A thread starts sooner than a process, and few changes need more than one file of tests.
    pool: 'threads',
    isolate: false,
    sequence: { sequencer: ShortestFirst },
    setupFiles: ['tests/support/first-failure.ts'],
    restoreMocks: true,
    testTimeout: 30_000,
  },
});
