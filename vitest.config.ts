import { defineConfig } from 'vitest/config';

const shared = { pool: 'forks', environment: 'node', restoreMocks: true, unstubEnvs: true, globalSetup: ['tests/servers/global.ts'] };

/** Three projects: what needs nothing, what starts a server or a store under load, what drives a browser. */
export default defineConfig({
  test: {
    // Much of it waits: for leases to run out, networks to come back, browsers. Two cores are kept busy by three.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'tests/{domain,app,projections,store,contract,render,providers,tooling,web,wiring,servers}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          testTimeout: 10_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['tests/{http,jobs,cli,scenarios}/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: ['tests/browser/**/*.test.{ts,tsx}'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
