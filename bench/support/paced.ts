import { median, type Result, type Sides, timed } from './measure.ts';

/** The speed of one round. */
export interface Pace {
  readonly perSecond: number;
  /** µs of this process's processor time for each item. */
  readonly cpu: number;
}

/** Runs `count` items and resolves when the last one is done. */
export async function paced(count: number, work: () => Promise<unknown>): Promise<Pace> {
  const before = process.cpuUsage();
  const ms = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (count / ms) * 1_000, cpu: (user + system) / count };
}

/** The goal: at least so much of what the bare client does, on any server. */
const GOAL = 0.8;

/**
 * The median of the rounds' ratios. The two sides of a round run directly after each other, so other work on the machine
 * disturbs a ratio less than it disturbs the figures of different rounds.
 */
export function overBare({ name, unit, server }: Pick<Result, 'name' | 'unit'> & { readonly server: string }, sides: Sides<Pace>): Result {
  const ratio = median(sides.ours.map(({ perSecond }, round) => perSecond / (sides.baseline[round]?.perSecond ?? Number.NaN)));
  const of = (key: keyof Pace) => ({
    ours: median(sides.ours.map((one) => one[key])),
    baseline: median(sides.baseline.map((one) => one[key])),
  });
  return { name, ratio, goal: GOAL, better: 'higher', ...of('perSecond'), unit, runs: sides.ours.length, server, cpu: of('cpu') };
}
