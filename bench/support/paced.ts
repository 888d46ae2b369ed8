import { median, type Result, type Sides, timed } from './measure.ts';

/** How fast one round went. */
export interface Pace {
  readonly perSecond: number;
  /** µs of this process's processor time for each. */
  readonly cpu: number;
}

/** Runs `count` of something, which lasts until the last is done. */
export async function paced(count: number, work: () => Promise<unknown>): Promise<Pace> {
  const before = process.cpuUsage();
  const ms = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (count / ms) * 1_000, cpu: (user + system) / count };
}

/** At least so much of what the bare client does, on any server. */
const GOAL = 0.8;

/**
 * The median of the rounds' ratios, as the two sides of a round stand next to each other in time, and a machine on
 * which other work runs changes more from round to round than they differ.
 */
export function overBare({ name, unit, server }: Pick<Result, 'name' | 'unit'> & { readonly server: string }, sides: Sides<Pace>): Result {
  const ratio = median(sides.ours.map(({ perSecond }, round) => perSecond / (sides.baseline[round]?.perSecond ?? Number.NaN)));
  const of = (key: keyof Pace) => ({
    ours: median(sides.ours.map((one) => one[key])),
    baseline: median(sides.baseline.map((one) => one[key])),
  });
  return { name, ratio, goal: GOAL, better: 'higher', ...of('perSecond'), unit, runs: sides.ours.length, server, cpu: of('cpu') };
}
