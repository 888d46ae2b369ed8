import { population } from '../src/cli/simulate/population.ts';
import { runYear } from '../tests/support/year-run.ts';
import { type Bench, timed } from './support/measure.ts';

const STRETCH = { from: '2026-01-19T12:00:00.000Z', days: 182, seed: 1 } as const;

/** Seconds in which two dozen accounts, one in each of 24 zones, live through half a year with all messages that come of it. */
export const halfYear24: Bench = async () => {
  let dispose = async (): Promise<void> => undefined;
  const took = await timed(async () => {
    ({ dispose } = await runYear(population(24, STRETCH.seed), STRETCH));
  });
  await dispose();
  const ours = took / 1_000;
  return [{ name: 'half_year_24_seconds', ratio: ours, goal: 120, better: 'lower', ours, baseline: 0, unit: 's', runs: 1 }];
};
