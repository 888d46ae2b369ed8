import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/support/times.ts';

// One process takes many files, since starting Node and loading the program anew for each costs more than most of their tests.
const shared = {
  pool: 'forks',
  isolate: false,
  // Most of what tests make is garbage at once. With room for it, V8 looks for what is left a tenth as often.
  execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
  environment: 'node',
  // Node itself loads the source, as it does when the program runs. Vite would transform it first, for a third of the processor time.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  restoreMocks: true,
  unstubEnvs: true,
  // A machine that is busy is no failure. A condition that never comes fails well before the test's own bound.
  expect: { poll: { timeout: 15_000 } },
};

const INTEGRATION = ['tests/{http,jobs,cli,scenarios}/**/*.test.ts'];
const WEB = ['tests/web/**/*.test.{ts,tsx}'];
const BROWSER = ['tests/browser/**/*.test.{ts,tsx}'];
/** Whatever is in none of the other projects, so that no new folder is left out. */
const UNIT = ['tests/!(http|jobs|cli|scenarios|web|browser)/**/*.test.{ts,tsx}', 'tests/*.test.ts'];

/** Four projects, in the order in which they run: what needs nothing, parts of the web client, what drives a browser, what starts a server or a store under load. */
export default defineConfig({
  test: {
    // One of them mostly waits (tests/support/times.ts), the others now and then. Two cores are kept busy by three.
    maxWorkers: 4,
    // Here, and not in each project, so that the projects of a run share what it makes.
    globalSetup: ['tests/servers/global.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: UNIT,
          setupFiles: ['tests/support/cheap-passwords.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          include: WEB,
          // The parts of the web client hold state of the page, so each file loads them anew, which only Vite can do; a process for
          // each would cost ten times as much.
          experimental: {},
          setupFiles: ['tests/support/new-page.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'browser',
          include: BROWSER,
          setupFiles: ['tests/support/cheap-passwords.ts'],
          testTimeout: 120_000,
          // The first of them waits until the demo's year is made, which takes minutes on a busy machine.
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: INTEGRATION,
          setupFiles: ['tests/support/cheap-passwords.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
    ],
  },
});
