import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const shared = { pool: 'forks', environment: 'node', restoreMocks: true, unstubEnvs: true, globalSetup: ['tests/servers/global.ts'] };

/** What takes longest, the longest first: begun early, none of it is left to run alone at the end. */
const LONG = [
  'scenarios/cluster-kills',
  'scenarios/kill',
  'browser/look',
  'scenarios/year',
  'scenarios/cluster-refusals',
  'scenarios/time-calendar',
  'scenarios/time-nights',
  'scenarios/half-year',
  'browser/journey',
  'scenarios/time-rhythm',
  'scenarios/cluster-network',
  'scenarios/killed-worker',
  'cli/commands',
  'scenarios/cluster-sleeper',
  'browser/rhythm',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = LONG.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

/** Three projects: what needs nothing, what starts a server or a store under load, what drives a browser. */
export default defineConfig({
  test: {
    // Much of it waits: for leases to run out, networks to come back, browsers. Two cores are kept busy by three.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: [
            'tests/{domain,app,projections,reactors,store,contract,render,providers,tooling,web,wiring,servers}/**/*.test.{ts,tsx}',
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
        },
      },
    ],
  },
});
